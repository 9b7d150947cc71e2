import { readFileSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Identifies a process by its pid, its start time and the boot id. A pid alone is not enough, because the system reuses
 * pids. The boot id is needed because pids and start times begin again with each boot.
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

/** The identity of this process. */
export function currentProcess(): ProcessIdentity {
  return { pid: process.pid, startedAt: readStat(process.pid)?.startedAt ?? 0, boot: readBoot() };
}

/**
 * Whether the process still runs. If the system reports no start times, any process with the same pid counts as
 * running. This choice is safe: a stale lock can be removed by hand, but a corrupted database cannot be repaired.
 */
export function isAlive({ pid, startedAt, boot }: ProcessIdentity): boolean {
  const own = readBoot();
  // Some sandboxes hide the boot id from one process and not from another, so an unknown boot id counts as the same
  // boot.
  const isOtherBoot = boot !== "" && own !== "" && boot !== own;
  if (isOtherBoot || !answersSignals(pid)) return false;
  const stat = readStat(pid);
  if (stat === null || startedAt === 0) return true;
  // A zombie (Z) or dead (X) process has closed its files and only waits for its parent.
  return stat.startedAt === startedAt && !/[ZXx]/.test(stat.state);
}

/** Whether a process with this pid exists. Signal 0 only checks. EPERM: the process belongs to another user. */
function answersSignals(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function readStat(pid: number): ProcessStat | null {
  const fields = statFields(`/proc/${pid}/stat`);
  return fields === null ? null : { state: fields[3] ?? "", startedAt: Number(fields[22] ?? 0) };
}

/** The fields from the third on of a process or thread, by their numbers in proc(5); null if there is no such file. */
export function statFields(path: string): Readonly<Record<number, string>> | null {
  const text = readOrNull(path);
  if (text === null) return null;
  // Fields are counted from the end of field 2, because that field, the command in brackets, may contain spaces and
  // brackets.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return Object.fromEntries(fields.map((field, index) => [index + 3, field]));
}

const readBoot = (): string => readOrNull("/proc/sys/kernel/random/boot_id")?.slice(0, 8) ?? "";

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/** The purposes of temporary folders. */
type TemporaryKind = "upload" | "import" | "backup";

const NAME = /^omnidex-(upload|import|backup)-(?<pid>\d+)\.(?<startedAt>\d+)\.(?<boot>[\da-f]*)\.\w+$/;

/** The prefix of this process's temporary folders, for `mkdtemp`. It identifies the process. */
export function temporaryPrefix(kind: TemporaryKind): string {
  const { pid, startedAt, boot } = currentProcess();
  return join(tmpdir(), `omnidex-${kind}-${pid}.${startedAt}.${boot}.`);
}

/**
 * Removes the temporary folders of processes that were killed, because an uploaded file may be as large as a gigabyte.
 * Folders of living processes, and folders that cannot be removed, are kept.
 * @returns how many were removed
 */
export async function sweepTemporaryFolders(folder: string = tmpdir()): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const dead = names.filter((name) => {
    const owner = NAME.exec(name)?.groups;
    if (owner === undefined) return false;
    return !isAlive({ pid: Number(owner.pid), startedAt: Number(owner.startedAt), boot: owner.boot ?? "" });
  });
  const removed = await Promise.allSettled(
    dead.map((name) => rm(join(folder, name), { recursive: true, force: true })),
  );
  return removed.filter(({ status }) => status === "fulfilled").length;
}
