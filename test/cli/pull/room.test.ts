import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { downloadFile } from "../../../src/cli/pull/file-download.ts";
import { findDataset, findFiles } from "../../../src/cli/pull/hub-dataset.ts";
import { readHubSettings } from "../../../src/cli/pull/hub-settings.ts";
import { inFolder, omnidex } from "../cli-process.ts";
import { HubServer } from "./hub-server.ts";

const CONTENT = Buffer.alloc(600_000, "a question ");

/** A file system of 256 kB in memory; null if this user may not mount one. */
function smallDisk(folder: string): string | null {
  const disk = join(folder, "disk");
  mkdirSync(disk);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", disk], { stdio: "ignore" });
    return disk;
  } catch {
    return null;
  }
}

/** Runs the work on a small disk, which is removed afterwards; returns `false` if no disk can be mounted. */
const onSmallDisk = (work: (disk: string, hub: HubServer) => Promise<void>): Promise<boolean> =>
  inFolder(async (folder) => {
    const disk = smallDisk(folder);
    if (disk === null) return false;
    const hub = await HubServer.start();
    try {
      hub.commit("me/mine", { "questions.json": CONTENT });
      await work(disk, hub);
      return true;
    } finally {
      await hub.close();
      execFileSync("umount", [disk]);
    }
  });

const NO_DISK = "no file system can be mounted here";

it("omnidex pull checks the free disk space before it downloads", async ({ skip }) => {
  const done = await onSmallDisk(async (disk, hub) => {
    const args = ["pull", "mine", "--repo", "me/mine", "--file", "questions.json", "--dir", disk, "--accept-license"];
    const home = { HOME: disk, HF_ENDPOINT: hub.url, OMNIDEX_CONFIG_DIR: join(disk, "..", "config") };
    const { code, stderr } = await omnidex([...args, "--no-import"], home);
    expect(stderr).toMatch(
      /There is not enough space in '.*': 600000 bytes are needed, but \d+ are free\.\nFree some space, or/,
    );
    expect(code).toBe(1);
    expect(await readdir(disk)).toEqual([]);
  });
  if (!done) skip(NO_DISK);
});

it("a download leaves nothing behind if the disk becomes full", async ({ skip }) => {
  const done = await onSmallDisk(async (disk, hub) => {
    await writeFile(join(disk, "in-the-way"), Buffer.alloc(100_000));
    const settings = { ...(await readHubSettings({ HF_ENDPOINT: hub.url, HF_HOME: disk })), firstPause: 1 };
    const dataset = await findDataset(settings, "me/mine", "main");
    const { files } = await findFiles(settings, dataset, [["questions.json"]]);
    const [file] = files;
    if (file === undefined) throw new Error("the file is there");
    await expect(downloadFile(settings, dataset, file, disk)).rejects.toMatchObject({
      name: "PullError",
      message: expect.stringMatching(/There is not enough space for 'questions\.json' in '.*' \(ENOSPC\)\./),
      hint: expect.stringMatching(/^Free 600000 bytes, or choose another folder with --dir\. /),
    });
    expect(await readdir(disk)).toEqual(["in-the-way"]);
    execFileSync("mount", ["-o", "remount,size=2m", disk]);
    expect(await downloadFile(settings, dataset, file, disk)).toMatchObject({
      status: "DOWNLOADED",
      size: CONTENT.length,
    });
  });
  if (!done) skip(NO_DISK);
});
