import { chmod, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { keptAdminKey } from "../../../src/server/access/admin-key.ts";
import { readConfig } from "../../../src/server/config/config.ts";
import { inFolder } from "../../cli/cli-process.ts";

const silent = (line: string): void => expect(line).toBe("");

it("is made once, for its owner alone, and replaced after its file was deleted", () =>
  inFolder(async (folder) => {
    const file = join(folder, "new", "admin-key");
    const made = await Promise.all(Array.from({ length: 8 }, () => keptAdminKey(file, silent)));
    expect(new Set(made).size).toBe(1);
    expect(made[0]).toMatch(/^omx_admin_[\w-]{32}$/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await keptAdminKey(file, silent)).toBe(made[0]);
    await rm(file);
    expect(await keptAdminKey(file, silent)).not.toBe(made[0]);
  }));

it.skipIf(process.platform === "win32")("is made private with a warning if other users can read it", () =>
  inFolder(async (folder) => {
    const file = join(folder, "admin-key");
    const key = await keptAdminKey(file, silent);
    await chmod(file, 0o644);
    const lines: string[] = [];
    expect(await keptAdminKey(file, (line) => lines.push(line))).toBe(key);
    expect(lines).toEqual([expect.stringContaining(`other users could read '${file}'`)]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await keptAdminKey(file, silent);
  }),
);

it.each(["", "short", "a key with white space"])("stops the start if the file holds %j", (text) =>
  inFolder(async (folder) => {
    const file = join(folder, "admin-key");
    await writeFile(file, text, { mode: 0o600 });
    await expect(keptAdminKey(file, silent)).rejects.toThrow(
      `The key in '${file}' must have at least 16 characters, without white space.`,
    );
    expect(await readFile(file, "utf8")).toBe(text);
  }),
);

it("stops the start if the file cannot be made", () =>
  inFolder(async (folder) => {
    await writeFile(join(folder, "file"), "");
    await expect(keptAdminKey(join(folder, "file", "admin-key"), silent)).rejects.toThrow("Set OMNIDEX_ADMIN_KEY.");
  }));

it.each([
  [{}, ".omnidex/admin-key"],
  [{ OMNIDEX_DATA_DIR: "/srv/omnidex" }, "/srv/omnidex/admin-key"],
  // In a container, the server listens on all addresses.
  [{ HOST: "0.0.0.0", OMNIDEX_DATA_DIR: "/data" }, "/data/admin-key"],
  [{ OMNIDEX_ADMIN_KEY: "a-key-of-the-settings" }, null],
  [{ DATABASE_URL: "memory:" }, null],
  [{ DATABASE_URL: "postgres://127.0.0.1/omnidex" }, null],
])("with %j is kept in %s", (environment, file) => {
  const { adminKeyFile } = readConfig(environment);
  if (file === null) expect(adminKeyFile).toBeNull();
  else expect(adminKeyFile).toMatch(new RegExp(`${file}$`));
});

it.each([
  [{ OMNIDEX_ADMIN_KEY: "a-key-of-the-settings" }, "a-key-of-the-settings", false],
  [{ DATABASE_URL: "memory:" }, expect.stringMatching(/^omx_admin_/), true],
  [{ DATABASE_URL: "memory:", HOST: "0.0.0.0" }, null, false],
])("with %j, no file keeps it", (environment, adminKey, adminKeyGenerated) => {
  expect(readConfig(environment)).toMatchObject({ adminKey, adminKeyGenerated });
});
