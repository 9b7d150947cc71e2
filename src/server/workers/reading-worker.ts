import { getPriority, setPriority } from "node:os";
import { isMainThread } from "node:worker_threads";
import { computeItems, type ItemTask, type ItemTaskKind, type TaskResult } from "./item-tasks.ts";
import { type ParsedText, type ParsingTask, parseText } from "./reading-columns.ts";
import { type ReadingResult, type ReadingTask, readTask } from "./thread-rows.ts";

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

/** Reads and scores rows, in a thread. */
export const readRows = (task: ReadingTask): ReadingResult => readTask(task);

/** Parses a long JSON text, in a thread. */
export const parseBody = (task: ParsingTask): ParsedText => parseText(task);

/** Computes something from the answers of many runs, in a thread. */
export const compute = <K extends ItemTaskKind>(task: ItemTask<K>): TaskResult<K> => computeItems(task);
