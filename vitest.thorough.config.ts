import { defineConfig } from "vitest/config";
import everything from "./vitest.config.ts";

/**
 * What `npm test` leaves to `npm run test:thorough`, so that it ends within minutes: tests that start a program or a
 * server each time, and tests that go through very many or very large cases. CI runs both.
 */
export const THOROUGH = [
  "test/cli/**/*.test.ts",
  "test/dashboard/pages/*.test.ts",
  "test/mistakes/*.test.ts",
  "test/readme/*.test.ts",
  "test/**/docs.test.ts",
  "test/importers/**/conformance.test.ts",
  "test/importers/{damage,parquet-bomb}.test.ts",
  "test/importers/submissions/wrong-values.test.ts",
  "test/scoring/{cost,grids}/*.test.ts",
  "test/scoring/real-outputs.test.ts",
  "test/scoring/items/real-answers.test.ts",
  "test/scoring/extractors/linear-time.test.ts",
  "test/scoring/metrics/ladder.test.ts",
  "test/scoring/metrics/simulation*.test.ts",
  "test/sdk/{package,submission-cuts,submission-memory}.test.ts",
  "test/conventions/layers.test.ts",
  "test/server/{plan,statements}.test.ts",
  "test/server/{reading-threads,shutdown}.test.ts",
  "test/server/access/walk/*.test.ts",
  "test/server/benchmarks/*.test.ts",
  "test/server/db/data-folder-lock.test.ts",
  "test/server/kept/*.test.ts",
  "test/server/export/{benchmark-round-trip,every-export,streaming}.test.ts",
  "test/server/hidden/work.test.ts",
  "test/server/items/{analysis-threads,real-subsets}.test.ts",
  "test/server/judging/{corrected-runs,judge-restart}.test.ts",
  "test/server/{citus,reliability,rescoring,scaling}/*.test.ts",
];

export default defineConfig({ ...everything, test: { ...everything.test, include: THOROUGH } });
