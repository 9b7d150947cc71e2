import type { ChildProcess, Serializable } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

/** What a process that reads foreign files may use until its first message. */
export interface ProcessBounds {
  /** Megabytes of all its memory, checked on Linux only. Its heap has a limit of its own, an option of Node. */
  readonly memoryMb: number;
  readonly timeMs: number;
}

/** A process took more than its bounds, and was ended. */
export class OutOfBounds extends Error {
  override readonly name = "OutOfBounds";

  constructor(readonly resource: "memory" | "time") {
    super(`reading it takes too much ${resource}`);
  }
}

/** How often the memory of a process is read, in milliseconds. */
const WATCH_MS = 50;
const KB_PER_MB = 1_024;

/**
 * Sends an order to a process that was started with an IPC channel. Returns its first message, after which it is ended.
 * @throws {OutOfBounds} if it takes more than its bounds, or is ended by a signal: V8 ends a process whose heap is full,
 * and Linux one that takes the last memory
 */
export async function firstMessage<T>(
  child: ChildProcess,
  order: Serializable,
  { memoryMb, timeMs }: ProcessBounds,
): Promise<T> {
  let [timer, watch]: (NodeJS.Timeout | undefined)[] = [];
  try {
    return await new Promise<T>((resolve, reject) => {
      timer = setTimeout(() => reject(new OutOfBounds("time")), timeMs);
      watch = setInterval(() => {
        if (residentKb(child) > memoryMb * KB_PER_MB) reject(new OutOfBounds("memory"));
      }, WATCH_MS);
      child.once("message", (message) => resolve(message as T));
      // Several errors may come: of the start of a process, and of the order to it.
      child.on("error", reject);
      // A message comes before this event, but may come after the end of the process.
      child.once("disconnect", () => {
        if (child.exitCode !== null || child.signalCode !== null) reject(endOf(child));
        else child.once("exit", () => reject(endOf(child)));
      });
      // Without a channel, the process could not be started, and the error comes later.
      if (child.connected) child.send(order, (error) => error !== null && reject(error));
    });
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    await ended(child);
  }
}

/** Kills a process, and waits until it can write no file any more. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

/** Why a process has ended without a message. V8 and Linux end it by a signal. */
const endOf = ({ exitCode }: ChildProcess): Error =>
  exitCode === null ? new OutOfBounds("memory") : new Error(`the process that reads it ended with code ${exitCode}`);

/** The memory of a process; 0 where that cannot be read. */
function residentKb({ pid }: ChildProcess): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/**
 * A program for a thread of such a process: it ends the process if its parent ends, even in the middle of a loop. Nobody
 * else would end it then.
 */
export const endsWithParent = (parent: number): string =>
  `setInterval(() => { if (process.ppid !== ${parent}) process.kill(process.pid, "SIGKILL"); }, 500);`;
