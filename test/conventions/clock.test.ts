import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { expect, it } from "vitest";

const TESTS = resolve(import.meta.dirname, "..");

/** What makes a test turn on the clock or on chance. */
const CLOCK =
  /\bperformance\.now\b|\bDate\.now\b|\bhrtime\b|\bMath\.random\b|\bset(?:Timeout|Interval)\([^;\n]*?,\s*\w|node:timers\/promises/;

/** Files that may use a clock, each with the reason. None of them asserts a time. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "cli/pull/pull-place.ts": "a stub of the Hub",
  "dashboard/settled.test.ts": "its timers are fake",
  "sdk/hook-failures.test.ts": "a stub server answers later than the caller aborts",
  "sdk/support/memory-client.ts": "the script reports its time, which no test reads",
  "server/access/rotation.test.ts":
    "expiry dates lie in the future; the end of an overlap is compared with the call's own time, with a minute's room",
  "server/access/sign-in.test.ts": "a session ends in the future",
  "server/access/stub-provider.ts": "tokens expire in the future",
  "server/api-keys.test.ts": "an expiry date in the future; the clock is then replaced",
  "server/catalog/data-versions.test.ts": "waits for something that must not happen",
  "server/challenges/dates.test.ts": "the closing instant lies ahead when the race begins",
  "server/challenges/final-board.test.ts": "the closing instant lies ahead when the race begins",
  "server/citus/distribute.test.ts": "a row dated in the future",
  "server/citus/nodes.test.ts": "nodes are killed at some moment of a load",
  "server/export/streaming.test.ts": "waits until a socket's buffers are full, which has no event",
  "server/hidden/work.test.ts": "counts what timers do while nothing is asked",
  "server/judging/fake-judge.ts": "notes when a request arrived, for messages",
  "server/judging/judge-restart.test.ts": "a stub judge that is slower than a shutdown",
  "server/limits/loop-turns.test.ts": "holds the event loop; asserts a least time only, which a slow machine exceeds",
  "server/reliability/kills.test.ts": "the server is killed at some moment of a load",
  "server/reliability/load.ts": "pauses of a load",
  "server/reliability/outages.test.ts": "a frozen database stays frozen for a while",
  "server/reliability/restarts.test.ts": "the database is restarted at some moment of a load",
  "server/reliability/terminations.test.ts": "sessions are ended at some moments of a load",
  "server/scaling/round-robin.test.ts": "deep run only: a load of some seconds, and quotas that refill by the clock",
  "support/counted-work.ts": "stops the clocks",
  "support/file-cost.ts": "measures for `npm run measure:suite`",
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
