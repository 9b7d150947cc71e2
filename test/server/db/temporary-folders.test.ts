import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { currentProcess, sweepTemporaryFolders, temporaryPrefix } from "../../../src/server/db/process-identity.ts";

test("only the folders of dead processes are removed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "omnidex-sweep-"));
  try {
    const { pid: dead } = spawnSync(process.execPath, ["--version"]);
    const { pid, startedAt, boot } = currentProcess();
    const own = `${basename(temporaryPrefix("import"))}abc123`;
    const kept = [own, "omnidex-upload-", "omnidex-other-1.1.0.abc", "other"];
    const left = [
      `omnidex-upload-${dead}.${startedAt}.${boot}.abc123`,
      // The same pid after a restart of the machine or of the process.
      `omnidex-backup-${pid}.${startedAt}.00000000.abc123`,
      `omnidex-import-${pid}.${startedAt + 1}.${boot}.abc123`,
    ];
    for (const name of [...kept, ...left]) {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, "0"), "bytes");
    }
    expect(await sweepTemporaryFolders(folder)).toBe(left.length);
    expect((await readdir(folder)).sort()).toEqual([...kept].sort());
    expect(await sweepTemporaryFolders(join(folder, "none"))).toBe(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
