import type { RowNames, SubmissionRow } from "../rows/submission-row.ts";
import { AviPositions } from "./avi-positions.ts";
import { findByText } from "./find-by-content.ts";
import { findByKey, findByPosition } from "./find-by-key.ts";
import { findByPrompt } from "./find-by-prompt.ts";
import { type FoundQuestion, type NotFound, notFound } from "./found-question.ts";
import type { JoinQuestion, JoinRelease } from "./join-question.ts";
import { excerpt } from "./plain-text.ts";
import { ReleaseIndex } from "./release-index.ts";
import { relabel } from "./shown-options.ts";
import { VideoTurns } from "./video-turns.ts";

/** A row with its question, in the API's form. */
export interface JoinedRow extends FoundQuestion {
  readonly response: string | null;
}

/** The answer to a check, which is part of another row's prediction. */
export interface JoinedCheck {
  readonly checked: JoinQuestion;
}

/**
 * Joins rows to the questions of a release, in file order. The meaning of a row may depend on earlier rows, so each
 * pass over a file needs a new joiner.
 */
export class RowJoiner {
  readonly #index: ReleaseIndex;
  readonly #avi: AviPositions;
  readonly #turns: VideoTurns;
  readonly #given = new Set<string>();

  constructor(readonly release: JoinRelease) {
    this.#index = new ReleaseIndex(release);
    this.#avi = new AviPositions(release);
    this.#turns = new VideoTurns(this.#index);
  }

  join(row: SubmissionRow): JoinedRow | JoinedCheck | NotFound {
    if (row.names.task !== undefined && AviPositions.isCheck(row.names.id)) {
      const checked = this.#avi.findChecked(row.names);
      return "reason" in checked ? checked : { checked };
    }
    const found = this.#find(row.names);
    if ("reason" in found) return found;
    this.#given.add(found.question.key);
    return this.#relabelled(row, found);
  }

  /** At the end of a pass, the questions whose rows turned out to be uncertain. */
  unsure(): readonly { readonly key: string; readonly reason: string }[] {
    return this.#turns.unsure();
  }

  #find(names: RowNames): FoundQuestion | NotFound {
    const { key, task, text, prompt, position, video, benchmark } = names;
    if (benchmark !== undefined && !isSameName(benchmark, this.release.benchmark))
      return notFound(
        `The row is of the benchmark ${excerpt(benchmark)}, but the run is of ${this.release.benchmark}.`,
      );
    if (task !== undefined) return this.#avi.find(names);
    if (key !== undefined && (this.#index.byKey.has(key) || prompt === undefined))
      return findByKey({ ...names, key }, this.#index);
    if (text !== undefined) return findByText({ ...names, text }, this.#index, this.#given);
    if (prompt !== undefined && prompt.trim() !== "")
      return findByPrompt({ ...names, prompt }, this.#index, this.#given);
    if (position !== undefined) return findByPosition({ ...names, position }, this.#index);
    if (names.inOrderOfVideo === true && video !== undefined) return this.#turns.next(video);
    return notFound("It has no field that identifies its question.");
  }

  /** Translates the labels in a response if the model saw the options in another order. */
  #relabelled({ response }: SubmissionRow, found: FoundQuestion): JoinedRow | NotFound {
    if (response === null || found.labels.size === 0) return { ...found, response };
    const own = relabel(response, found.labels);
    if (own !== null) return { ...found, response: own };
    return notFound(
      `The model saw the options of ${found.question.key} in another order, and its answer is more than a label, so the option that it means cannot be determined.`,
    );
  }
}

/** Whether a name means a benchmark's slug: "OmniVideoBench" and "AVI Bench" mean `omnivideobench` and `avi-bench`. */
const isSameName = (name: string, slug: string): boolean => bareName(name) === bareName(slug);

const bareName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
