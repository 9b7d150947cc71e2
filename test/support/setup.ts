import { appendFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, afterEach, expect } from "vitest";
import { lastLogLines } from "./failure-log.ts";
import { FileCost } from "./file-cost.ts";

/**
 * The seed of all properties. `.ci/run` derives it from the files of the commit: other files get other cases, and the
 * same files get the same result. Without it, each run has its own cases, and a failure names their seed.
 */
const seed = process.env.OMNIDEX_TEST_SEED;
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });

/** The report of a run shows these lines below the message of a failure. */
afterEach(({ task }) => {
  if (task.result?.state === "fail") Object.assign(task.meta, { serverLog: lastLogLines() });
});

/** `npm run measure -- suite` sets this. */
const measured = process.env.OMNIDEX_SUITE_COSTS;
if (measured !== undefined) {
  const cost = new FileCost();
  afterAll(() =>
    appendFileSync(measured, `${JSON.stringify({ file: expect.getState().testPath, ...cost.soFar() })}\n`),
  );
}
