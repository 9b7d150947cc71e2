import { readFileSync } from "node:fs";
import { childrenOf, statOf } from "./postgres.ts";

/** Linux counts CPU time in hundredths of a second, whatever the kernel's own tick is. */
const MS_PER_TICK = 10;

/** Milliseconds of CPU that a process has used: in user mode and in the kernel. */
export function cpuOf(pid: number): number {
  const [user = 0, system = 0] = statOf(pid).slice(11, 13).map(Number);
  return (user + system) * MS_PER_TICK;
}

/** Milliseconds of CPU of a process and all its descendants, including those that have ended. */
export function cpuOfFamily(pid: number): number {
  const own = statOf(pid).slice(11, 15).map(Number);
  const ended = own.reduce((sum, ticks) => sum + ticks, 0) * MS_PER_TICK;
  return childrenOf(pid).reduce((sum, child) => sum + cpuOrZero(child), ended);
}

function cpuOrZero(pid: number): number {
  try {
    return cpuOf(pid);
  } catch {
    return 0;
  }
}

/** The peak memory of a process, in MB. */
export function peakMemoryOf(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}
