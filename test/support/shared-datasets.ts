import { existsSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { describe, it, type TestContext } from "vitest";
import type { ImportFile } from "../../src/formats/files/importer.ts";

/**
 * Real files may not be redistributed, so they are kept beside the repository. Without them, their tests are skipped.
 */
const FOLDER = process.env.OMNIDEX_DATASETS ?? resolve(import.meta.dirname, "../../../shared/datasets");

/** A real file of a benchmark. If it is missing, the test is skipped with a line that names it. */
export function sharedDataset(context: TestContext, path: string): ImportFile {
  const file = resolve(FOLDER, path);
  if (!existsSync(file)) context.skip(`${path} is not in OMNIDEX_DATASETS nor in ../shared/datasets`);
  return { name: basename(file), bytes: readFileSync(file) };
}

/** A file that the tests of another project wrote, which is also kept beside the repository. */
export function upstreamFile(context: TestContext, path: string): ImportFile {
  const file = resolve(FOLDER, "../upstream", path);
  if (!existsSync(file)) context.skip(`${path} is not in ../shared/upstream`);
  return { name: basename(file), bytes: readFileSync(file) };
}

/** The text of a paper, which is also kept beside the repository. */
export function sharedPaper(context: TestContext, path: string): string {
  const file = resolve(FOLDER, "../papers", path);
  if (!existsSync(file)) context.skip(`${path} is not in ../shared/papers`);
  return readFileSync(file, "utf8");
}

/** A real file of a benchmark, or null if it is not available: for suites that also run on synthetic data. */
export function findSharedDataset(path: string): ImportFile | null {
  const file = resolve(FOLDER, path);
  return existsSync(file) ? { name: basename(file), bytes: readFileSync(file) } : null;
}

/**
 * A suite over data that may be absent. Without them it is skipped with one line, and its body, which may use the data
 * while tests are collected, is not executed.
 * @param path the data's place below the folder of shared datasets
 */
export function describeWith<T>(data: T | null, path: string, title: string, suite: (data: T) => void): void {
  if (data !== null) return void describe(title, () => suite(data));
  console.log(`skipped: ${path} is not in OMNIDEX_DATASETS nor in ../shared/datasets`);
  describe.skip(title, () => it(`needs ${path}`, () => {}));
}
