import { readFileSync, readlinkSync } from "node:fs";

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
 * The time for which a thread of this process has computed, in milliseconds. A machine that is busy with other things, or
 * asleep, does not use it up. Where the system does not say (no `/proc`, or the thread has ended), the time of day.
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html `utime` and `stime`
 */
export function threadTime(thread: number): number {
  try {
    const text = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return TICK * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return performance.now();
  }
}

/** The time for which this thread computes between this call and that of the returned function, to a tick, in milliseconds. */
export function timeThread(thread: number): () => number {
  const [began, cpu] = [performance.now(), threadTime(thread)];
  return () => Math.min(performance.now() - began, threadTime(thread) - cpu + TICK);
}
