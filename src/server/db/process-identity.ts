import { readFileSync } from "node:fs";

/**
 * Identifies a process until the next boot. A pid alone does not: after `kill -9` it may be given to another process.
 * So it is combined with the start time and the boot id, because pids and start times begin anew with each boot.
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks from boot to the start of the process; 0 if the system does not say (no `/proc`). */
  readonly startedAt: number;
  /** The first eight digits of the kernel's boot id; empty if the system does not say. */
  readonly boot: string;
}

/** Field 3 and field 22 of `/proc/<pid>/stat`. @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
interface ProcessStat {
  readonly state: string;
  readonly startedAt: number;
}

/** The process that asks. */
export function currentProcess(): ProcessIdentity {
  return { pid: process.pid, startedAt: readStat(process.pid)?.startedAt ?? 0, boot: readBoot() };
}

/**
 * Whether the process still runs. If the system reports no start times, any process with the same pid counts: a lock
 * that is kept too long can be removed by hand, but a corrupted database cannot be repaired.
 */
export function isAlive({ pid, startedAt, boot }: ProcessIdentity): boolean {
  const own = readBoot();
  // Some sandboxes hide the boot id from one process and not from another.
  const isOtherBoot = boot !== "" && own !== "" && boot !== own;
  if (isOtherBoot || !answersSignals(pid)) return false;
  const stat = readStat(pid);
  if (stat === null || startedAt === 0) return true;
  // A zombie (Z) or dead (X) process has closed its files and only waits for its parent.
  return stat.startedAt === startedAt && !/[ZXx]/.test(stat.state);
}

/** Signal 0 checks without sending. EPERM means that the process exists and is another user's. */
function answersSignals(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function readStat(pid: number): ProcessStat | null {
  const text = readOrNull(`/proc/${pid}/stat`);
  if (text === null) return null;
  // Field 2, the command in brackets, may itself hold spaces and brackets: count from its end.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { state: fields[0] ?? "", startedAt: Number(fields[19] ?? 0) };
}

const readBoot = (): string => readOrNull("/proc/sys/kernel/random/boot_id")?.slice(0, 8) ?? "";

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
