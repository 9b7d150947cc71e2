import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

/** Runs once before all test files: builds the program, for some tests start it as a process. */
export async function setup(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, "../../scripts/build.mjs")]);
}
