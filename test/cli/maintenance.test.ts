import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { expect, test } from "vitest";
import { isDeep } from "../support/cases.ts";
import { seedDataFolder } from "../support/seeded-database.ts";
import { inFolder, omnidex, serve } from "./cli-process.ts";

const NOTHING = /^Nothing was found in 1 releases, 3 runs, 3 scorings, 1415 predictions\.\n$/;

test("check, backup and restore work with a server and without one", () =>
  inFolder(async (folder) => {
    const data = { OMNIDEX_DATA_DIR: join(folder, "data"), OMNIDEX_ADMIN_KEY: "omx_admin_for_maintenance" };
    await seedDataFolder(data.OMNIDEX_DATA_DIR);
    const server = await serve(data);
    const file = join(folder, "omnidex.backup.gz");
    try {
      expect(await omnidex(["check"], data)).toMatchObject({
        code: 0,
        stderr: "",
        stdout: expect.stringMatching(NOTHING),
      });
      expect(await omnidex(["backup", file], data)).toMatchObject({ code: 0, stderr: "" });
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect(await omnidex(["backup", file], data)).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/already exists/),
      });
      expect(await omnidex(["restore", file, "--replace"], data)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/in use by process/),
      });
      const stranger = { OMNIDEX_URL: server.url, OMNIDEX_API_KEY: "omx_wrong_key_of_nobody" };
      for (const command of [["check"], ["backup", join(folder, "stolen")]])
        expect(await omnidex(command, stranger)).toMatchObject({
          code: 1,
          stderr: expect.stringMatching(/unknown to this server/),
        });
      for (const path of ["check", "backup"])
        expect((await fetch(`${server.url}/maintenance/${path}`, { method: "POST" })).status).toBe(401);
    } finally {
      await server.end();
    }
    const other = { OMNIDEX_DATA_DIR: join(folder, "other") };
    expect(await omnidex(["restore", file], other)).toMatchObject({
      code: 0,
      stderr: `Data folder: ${other.OMNIDEX_DATA_DIR} (did not exist; it is created now)\n`,
    });
    expect(await omnidex(["restore", file], other)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/not empty/),
    });
    expect(await omnidex(["check"], other)).toMatchObject({ code: 0, stdout: expect.stringMatching(NOTHING) });
    await damage(join(folder, "other", "postgres"));
    const damaged = await omnidex(["check"], other);
    expect(damaged).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("VECTOR_DIFFERS  run_1, omnidex-demo release 1: question 0"),
    });
    const lines = (await omnidex(["check", "--json"], other)).stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([{ code: "VECTOR_DIFFERS", run: "run_1" }, { summary: { findings: 1, runs: 3 } }]);
    await newer(join(folder, "other", "postgres"));
    for (const command of isDeep ? [["serve"], ["check"], ["migrate"]] : [["serve"]])
      expect(await omnidex(command, { ...other, PORT: "0" })).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/a newer version of Omnidex/),
      });
    expect((await readdir(folder)).sort()).toEqual(["data", "omnidex.backup.gz", "other"]);
  }));

async function change(folder: string, statement: string): Promise<void> {
  const client = await PGlite.create(folder);
  await client.exec(statement);
  await client.close();
}

const damage = (folder: string): Promise<void> =>
  change(folder, "update predictions set outcome = 'ERRORED' where run_id = 1 and ordinal = 0");
const newer = (folder: string): Promise<void> =>
  change(folder, "insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)");
