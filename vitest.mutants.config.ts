import { configDefaults, defineConfig } from "vitest/config";
import { CITUS, THOROUGH } from "./test/suites.ts";
import usual from "./vitest.usual.config.ts";

/** Thorough tests that the quick ones do not replace. */
const NEEDED = [
  "test/scoring/metrics/ladder.test.ts",
  "test/sdk/faults.test.ts",
  "test/server/{plan,statements}.test.ts",
  "test/server/hidden/changed-keys.test.ts",
];

/** One run for one mutation: `npm run measure -- mutants` makes the seeded database once, not for each of them. */
export default defineConfig({
  ...usual,
  test: {
    ...usual.test,
    exclude: [...configDefaults.exclude, ...CITUS, ...THOROUGH.filter((pattern) => !NEEDED.includes(pattern))],
    globalSetup: [],
    provide: {
      seededDatabase: process.env.OMNIDEX_MUTANTS_DATABASE ?? "memory:",
      seededFolder: process.env.OMNIDEX_MUTANTS_FOLDER ?? "",
    },
    bail: 1,
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
