import DataLoader from "dataloader";
import { DEFAULT_EXTRACTOR } from "../../../scoring/extractors/extractor-registry.ts";
import type { TaskAnswer } from "../../../scoring/metrics/avi-tasks/task-figure.ts";
import { fetchTaskAnswers, type TaskAnswerRow } from "../../data/task-answer-queries.ts";
import type { Queryable } from "../../db/database.ts";

/** The inputs of a run for the scores of whole tasks, in addition to its vectors. */
export interface RunAnswers {
  /** The answers by ordinal, for tasks whose score cannot be computed from the scores of their questions alone. */
  readonly answers: ReadonlyMap<number, TaskAnswer>;
  /** The ordinals of the questions that count as unparsed because no response was sent. */
  readonly notSent: ReadonlySet<number>;
}

/** The answers of runs, read with one statement per batch. One object serves one request. */
export class TaskAnswers {
  readonly #answers: DataLoader<number, RunAnswers>;

  constructor(database: Queryable) {
    this.#answers = new DataLoader(async (runs) => {
      const byRun = new Map<number, TaskAnswerRow[]>(runs.map((run) => [run, []]));
      for (const row of await fetchTaskAnswers(database, runs)) byRun.get(row.run)?.push(row);
      return runs.map((run) => runAnswers(byRun.get(run) ?? []));
    });
  }

  /** Frees the memory of these runs' answers, which are read again if they are needed again. */
  forget(runs: readonly number[]): void {
    for (const run of runs) this.#answers.clear(run);
  }

  /** The answers of a run; empty if the run is not scored. */
  ofRun(run: number): Promise<RunAnswers> {
    return this.#answers.load(run);
  }
}

function runAnswers(rows: readonly TaskAnswerRow[]): RunAnswers {
  const answers = new Map<number, TaskAnswer>();
  const notSent = new Set<number>();
  for (const row of rows) {
    if (!row.sent) notSent.add(row.ordinal);
    if (row.key !== null) answers.set(row.ordinal, { key: row.key, text: row.sent ? readText(row) : null });
  }
  return { answers, notSent };
}

/**
 * The text that the extractor read. The text of a malformed answer is extracted again: it is not stored, because the
 * answer counts as unparsed.
 */
function readText({ answer, response, answerFormat }: TaskAnswerRow): string {
  if (answer !== null || response === null) return answer ?? "";
  const extraction = DEFAULT_EXTRACTOR.extract(response, { text: "", options: [], answerFormat });
  return extraction.kind === "answer" ? extraction.answer : "";
}
