import { readlinkSync } from "node:fs";
import { statFields } from "../db/process-identity.ts";

/** The length of a tick in which Linux counts CPU time for programs, in milliseconds. */
const TICK = 10;

/** The kernel's number of this thread; 0 on systems without `/proc`. */
export function ownThread(): number {
  try {
    return Number(/\d+$/.exec(readlinkSync("/proc/thread-self"))?.[0] ?? 0);
  } catch {
    return 0;
  }
}

/**
 * The time for which a thread of this process has computed, in milliseconds; null if the thread has ended. A machine that is
 * busy with other things, or asleep, does not use it up. For thread 0, the time of day.
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html `utime` and `stime`, fields 14 and 15
 */
export function threadTime(thread: number): number | null {
  if (thread === 0) return performance.now();
  const fields = statFields(`/proc/self/task/${thread}/stat`);
  return fields && TICK * (Number(fields[14]) + Number(fields[15]));
}

/** The time for which this thread computes between this call and that of the returned function, to a tick, in milliseconds. */
export function timeThread(thread: number): () => number {
  const [began, cpu] = [performance.now(), threadTime(thread) ?? 0];
  return () => Math.min(performance.now() - began, (threadTime(thread) ?? 0) - cpu + TICK);
}
