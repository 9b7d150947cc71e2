import { getPriority, setPriority } from "node:os";
import { isMainThread } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import { extractorNamed } from "../../../scoring/extractors/extractor-registry.ts";
import type { ScoredQuestion } from "../../../scoring/score-prediction.ts";
import { computeItems, type ItemTask, type ItemTaskKind, type TaskResult } from "../items/item-tasks.ts";
import { type ParsedText, type ParsingTask, parseText } from "./parse-body.ts";
import { scoreRow } from "./readable-row.ts";
import { type RowColumns, rowAt, type ScoreColumns, scoreColumns } from "./reading-columns.ts";
import { questionAt, type SharedQuestions } from "./shared-questions.ts";

/** Rows that a thread is to read. */
export interface ReadingTask {
  readonly extractor: string;
  readonly questions: SharedQuestions;
  readonly rows: RowColumns;
  /** Shared memory: the number of the row that is being read, from 1. */
  readonly progress: Int32Array;
}

/** The rows that a thread has read, and the time that it took, in milliseconds. */
export interface ReadingResult {
  readonly columns: ScoreColumns;
  readonly duration: number;
}

/**
 * The increment of a thread's nice value. It gives the thread a third of the main thread's weight. With less weight,
 * reading a cheap response could exceed the time limit on a busy machine.
 */
const NICE = 5;
/** The nice value of the lowest priority. */
const LAST = 19;

// Reading can wait, but requests cannot. Linux has a priority per thread, other systems only per process.
// https://man7.org/linux/man-pages/man2/setpriority.2.html#BUGS
if (process.platform === "linux" && !isMainThread) giveWay();

function giveWay(): void {
  try {
    setPriority(Math.min(LAST, getPriority() + NICE));
  } catch {
    // If a sandbox forbids the call, all threads keep the same priority.
  }
}

/**
 * The parsed questions of the most recently used sheets. They are reused, because extractors cache their analysis of a
 * question by object identity.
 */
const sheets = new LRUCache<number, (ScoredQuestion | undefined)[]>({ max: 8 });

/** Parses a long JSON text, in a thread. */
export const parseBody = (task: ParsingTask): ParsedText => parseText(task);

/** Computes something from the answers of many runs, in a thread. */
export const compute = <K extends ItemTaskKind>(task: ItemTask<K>): TaskResult<K> => computeItems(task);

/** Reads and scores rows, in a thread. */
export function readRows({ extractor: name, questions, rows, progress }: ReadingTask): ReadingResult {
  const start = performance.now();
  const extractor = extractorNamed(name);
  const known = sheets.get(questions.id) ?? [];
  sheets.set(questions.id, known);
  const scores = rows.ordinals.map((ordinal, index) => {
    Atomics.store(progress, 0, index + 1);
    const question = known[ordinal] ?? questionAt(questions, ordinal);
    if (question === undefined) throw new Error(`there is no question ${ordinal}`);
    known[ordinal] = question;
    return scoreRow(rowAt(rows, index), question, extractor);
  });
  return { columns: scoreColumns(scores), duration: performance.now() - start };
}
