import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { makeSeededDatabase } from "./seeded-database.ts";

/**
 * Runs once before all test files: builds the program, because some tests start it as a process, and makes the initial
 * database of test servers.
 */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "omnidex-seeded-"));
  const build = join(import.meta.dirname, "../../scripts/build.mjs");
  const [seeded] = await Promise.all([makeSeededDatabase(folder), promisify(execFile)(process.execPath, [build])]);
  provide("seededDatabase", seeded.name);
  return async () => {
    await seeded.drop();
    await rm(folder, { recursive: true, force: true });
  };
}
