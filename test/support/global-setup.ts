import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { whyNoPostgres } from "../../scripts/postgres-process.ts";
import { startTemporaryPostgres, type TemporaryPostgres } from "../../scripts/temporary-postgres.ts";
import { keptSeededFolder, makeSeededDatabase } from "./seeded-database.ts";

/**
 * Runs once before all test files: builds the program, because some tests start it as a process, starts PostgreSQL, and
 * makes the databases that tests copy.
 */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const build = join(import.meta.dirname, "../../scripts/build.mjs");
  const postgres = await startPostgres();
  const [seeded, folder] = await Promise.all([
    makeSeededDatabase(),
    keptSeededFolder(),
    promisify(execFile)(process.execPath, [build]),
  ]);
  provide("seededDatabase", seeded.name);
  provide("seededFolder", folder);
  return async () => {
    await seeded.drop();
    await postgres?.stop();
  };
}

/**
 * Starts the PostgreSQL server of this run, and sets `TEST_DATABASE_URL`, which the workers inherit. Returns null if the
 * tests use the server that this variable already names, or run on PGlite: with `OMNIDEX_TEST_ENGINE=pglite`, and where
 * PostgreSQL cannot be started.
 */
async function startPostgres(): Promise<TemporaryPostgres | null> {
  if (process.env.TEST_DATABASE_URL || process.env.OMNIDEX_TEST_ENGINE === "pglite") return null;
  const missing = whyNoPostgres();
  if (missing !== null) {
    console.log(`The tests run on PGlite, because PostgreSQL cannot be started here: ${missing}`);
    return null;
  }
  const postgres = await startTemporaryPostgres();
  process.env.TEST_DATABASE_URL = postgres.url;
  return postgres;
}
