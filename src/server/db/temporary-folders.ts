import { readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { currentProcess, isAlive } from "./process-identity.ts";

/** The purposes of temporary folders. */
export type TemporaryKind = "upload" | "import" | "backup";

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
