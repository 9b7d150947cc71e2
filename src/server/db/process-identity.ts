import { readFileSync } from "node:fs";

/**
 * A process for as long as the machine is up. A pid alone is not one: after a kill -9 it may be given to another
 * process, so its start time stands beside it, and the boot, because both begin again with the machine.
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks from boot to the start of the process; 0 where the system does not say (no `/proc`). */
  readonly startedAt: number;
  /** The first eight digits of the kernel's boot id; empty where the system does not say. */
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
 * Whether the process still runs. Where the system tells no start times, any process of the same pid counts: a lock
 * that is held too long can be removed by hand, a broken database cannot be mended.
 */
export function isAlive({ pid, startedAt, boot }: ProcessIdentity): boolean {
  const own = readBoot();
  // A system that hides it from one process, as some sandboxes do, need not hide it from another.
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
