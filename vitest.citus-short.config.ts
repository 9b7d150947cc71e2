import { defineConfig } from "vitest/config";
import everything from "./vitest.config.ts";

/** `npm run test:citus:short`, which CI runs: the tests of Citus, and those that write and read predictions. */
const SHORT = [
  "test/server/citus/*.test.ts",
  "test/server/{submission,submission-atomicity,statements}.test.ts",
  "test/server/benchmarks/avi-task-scores.test.ts",
  "test/server/export/runs.test.ts",
  "test/server/judging/judging.test.ts",
  "test/server/rescoring/correct-answers.test.ts",
];

export default defineConfig({ ...everything, test: { ...everything.test, include: SHORT } });
