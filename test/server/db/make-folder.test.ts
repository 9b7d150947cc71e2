import { existsSync } from "node:fs";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeFolder } from "../../../src/server/db/data-folder-lock.ts";

describe("makeFolder", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "omnidex-folder-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("makes all folders of a path, and leaves existing ones unchanged", async () => {
    const path = join(folder, "one", "two", "three");
    await Promise.all([makeFolder(path, 0o700), makeFolder(path, 0o700)]);
    await makeFolder(path, 0o700);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
  });

  it("fails below a file", async () => {
    await writeFile(join(folder, "file"), "");
    await expect(makeFolder(join(folder, "file", "one"))).rejects.toMatchObject({ code: "ENOTDIR" });
  });

  it.runIf(existsSync("/proc/self"))(
    "fails, and does not retry for ever, if the file system does not allow folders",
    async () => {
      await expect(makeFolder("/proc/omnidex/lock")).rejects.toMatchObject({ code: "ENOENT" });
    },
  );
});
