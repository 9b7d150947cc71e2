import type { Viewer } from "../../domain/viewer.ts";
import type { ScannedRun } from "../../scoring/metrics/score-scan.ts";
import type { ServerMemory } from "../memory/server-memory.ts";
import { scannedRuns } from "./many-scores.ts";

/** A question by its ordinal in its release. */
export interface QuestionReference {
  /** The primary key. */
  readonly release: number;
  readonly ordinal: number;
}

/** The number of runs for which a question can be scored, and how many of them answer it correctly. */
export interface QuestionResult {
  readonly right: number;
  readonly runs: number;
}

/** How the runs of a release answered single questions. Serves one request, and reads the runs of a release once. */
export class QuestionResults {
  readonly #releases = new Map<number, Promise<readonly ScannedRun[]>>();

  constructor(private readonly memory: Pick<ServerMemory, "directory" | "vectors">) {}

  /** Counts the runs that the viewer may see, except partial runs and open-ended runs, whose prompts listed no options. */
  async of({ release, ordinal }: QuestionReference, viewer: Viewer): Promise<QuestionResult> {
    const known = this.#releases.get(release) ?? this.#runsOf(release, viewer);
    this.#releases.set(release, known);
    let [right, runs] = [0, 0];
    for (const run of await known) {
      if (run.unscored.has(ordinal)) continue;
      runs += 1;
      if (isRight(run, ordinal)) right += 1;
    }
    return { right, runs };
  }

  async #runsOf(release: number, viewer: Viewer): Promise<readonly ScannedRun[]> {
    const { directory, vectors } = this.memory;
    const runs = await directory.filtered(viewer, { openEnded: false, partial: false }, release);
    return (await scannedRuns(vectors, runs)).filter((run) => run !== null);
  }
}

/** If scores are graded, the bits of a run only say which questions have a grade. */
function isRight({ words, start, graded }: ScannedRun, ordinal: number): boolean {
  const word = words[start + (ordinal >> 5)] ?? 0;
  return ((word >>> (ordinal & 31)) & 1) === 1 && (graded === null || graded[ordinal] === 1);
}
