import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { expect, it } from "vitest";

const TESTS = resolve(import.meta.dirname, "..");

/** What makes a test turn on the clock or on chance. */
const CLOCK =
  /\bperformance\.now\b|\bDate\.now\b|\bhrtime\b|\bcpuUsage\b|\bAbortSignal\.timeout\b|\bnew Date\(\)|\bMath\.random\b|\bset(?:Timeout|Interval)\([^;\n]*?,\s*\w|node:timers\/promises/;

/** Files that may use a clock, each with the reason. None of them asserts a time. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "cli/pull/pull-place.ts": "a stub of the Hub",
  "dashboard/settled.test.ts": "its timers are fake",
  "sdk/hook-failures.test.ts": "a stub server answers later than the caller aborts",
  "sdk/submission.test.ts": "a signal ends a call that would never end, whenever it does",
  "sdk/support/memory-client.ts": "the script reports its time, which no test reads",
  "server/kept/full-disk.test.ts": "ends a request that hangs",
  "server/reliability/held-process.ts": "the watchdog's limit is a CPU time, which this process uses",
  "server/reliability/load.ts": "pauses before it asks a server again that is not there",
  "server/scaling/round-robin.test.ts": "deep run only: requests no faster than servers exchange their counts",
  "support/counted-work.ts": "stops the clocks",
  "support/seeded-database.ts": "removes what is older than a day",
  "support/file-cost.ts": "measures for `npm run measure -- suite`",
};

const files = readdirSync(TESTS, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !name.endsWith("conventions/clock.test.ts"))
  .map((name) => relative(TESTS, join(TESTS, name)));
const usesClock = (name: string): boolean => CLOCK.test(readFileSync(join(TESTS, name), "utf8"));

it("no test turns on the clock or on chance: uses are listed with their reasons", () => {
  expect(files.filter((name) => usesClock(name) && EXCEPTIONS[name] === undefined)).toEqual([]);
});

it("each exception is needed", () => {
  expect(Object.keys(EXCEPTIONS).filter((name) => !files.includes(name) || !usesClock(name))).toEqual([]);
});
