import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import type { Mutation } from "./mutation-sites.ts";
import { relatedTests } from "./related-tests.ts";

export type Verdict = "killed" | "survived" | "compile error" | "timed out";

/**
 * Runs the tests of a file with the mutation applied. Restores the file afterwards, also after a signal.
 * @param limitMs the time after which the tests are killed, in milliseconds
 */
export async function tryMutation(
  mutation: Mutation,
  compiles: (file: string, text: string) => boolean,
  database: string,
  limitMs: number,
): Promise<Verdict> {
  const { file } = mutation;
  const text = readFileSync(file, "utf8");
  const mutated = text.slice(0, mutation.start) + mutation.replacement + text.slice(mutation.end);
  if (!compiles(file, mutated)) return "compile error";
  const restore = (): void => writeFileSync(file, text);
  process.once("exit", restore);
  try {
    writeFileSync(file, mutated);
    return await runTests(relatedTests(file), database, limitMs);
  } finally {
    restore();
    process.off("exit", restore);
  }
}

/**
 * Runs Vitest in a process group of its own, because a mutation can cause an endless loop that only a kill ends.
 * @param limitMs the time after which the tests are killed, in milliseconds
 */
export function runTests(tests: readonly string[], database: string, limitMs: number): Promise<Verdict> {
  const args = ["node_modules/vitest/vitest.mjs", "run", "--config", "vitest.mutants.config.ts", ...tests];
  const env = { ...process.env, OMNIDEX_MUTANTS_DATABASE: database };
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"], env, detached: true });
  const kill = (): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
  };
  process.once("exit", kill);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    kill();
  }, limitMs);
  return new Promise((done) => {
    child.once("exit", (code) => {
      clearTimeout(timer);
      process.off("exit", kill);
      done(late ? "timed out" : code === 0 ? "survived" : "killed");
    });
  });
}
