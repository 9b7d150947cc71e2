import { defineConfig } from "vitest/config";
import usual from "./vitest.usual.config.ts";

/** One run for one mutation: `npm run measure:mutants` makes the seeded database once, not for each of them. */
export default defineConfig({
  ...usual,
  test: {
    ...usual.test,
    globalSetup: [],
    provide: { seededDatabase: process.env.OMNIDEX_MUTANTS_DATABASE ?? "" },
    bail: 1,
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
