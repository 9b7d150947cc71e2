/**
 * Which test files belong to which suite. A file that no list names belongs to the usual suite, `npm test`. The lists are
 * patterns of files; docs/testing.md says when each suite runs.
 */

/** Files that `.ci/run` leaves to `npm run test:deep`, with the test that stands for each in `.ci/run`. */
export const DEEP: readonly string[] = [
  // two-processes.test.ts stands for it.
  "test/server/scaling/round-robin.test.ts",
  // real-answers.test.ts and representative-subset.test.ts stand for it.
  "test/server/items/real-subsets.test.ts",
  // kills.test.ts and outages.test.ts stand for them.
  "test/server/reliability/{restarts,terminations}.test.ts",
];

/**
 * Files that `npm test` leaves to `npm run test:thorough`, so that it ends within minutes: tests that start a program or a
 * browser, and tests that go through very many or very large cases. CI runs both.
 */
export const THOROUGH: readonly string[] = [
  "test/cli/**/*.test.ts",
  "test/dashboard/pages/*.test.ts",
  "test/mcp/{access,stdio}.test.ts",
  "test/mistakes/*.test.ts",
  "test/readme/*.test.ts",
  "test/python/*.test.ts",
  "test/**/docs.test.ts",
  "test/formats/**/conformance.test.ts",
  "test/formats/{damage,parquet-bomb}.test.ts",
  "test/formats/submissions/wrong-values.test.ts",
  "test/scoring/{cost,grids}/*.test.ts",
  "test/scoring/real-outputs.test.ts",
  "test/scoring/items/real-answers.test.ts",
  "test/reading/linear-time.test.ts",
  "test/scoring/metrics/ladder.test.ts",
  "test/scoring/metrics/simulation*.test.ts",
  "test/sdk/faults.test.ts",
  "test/sdk/{package,submission-cuts,submission-memory}.test.ts",
  "test/conventions/layers.test.ts",
  "test/server/{plan,statements}.test.ts",
  "test/server/{compression,reading-threads,shutdown}.test.ts",
  "test/server/access/walk/*.test.ts",
  "test/server/clients/caching-proxy.test.ts",
  "test/server/benchmarks/*.test.ts",
  "test/server/kept/*.test.ts",
  "test/server/comparison/{capability-levels,open-ended}.test.ts",
  "test/server/export/{benchmark-round-trip,every-export,streaming,eee,hub-formats}.test.ts",
  "test/server/hidden/{changed-keys,open-part,private-part}.test.ts",
  "test/server/items/{analysis-threads,key-review}.test.ts",
  "test/server/limits/import-bounds.test.ts",
  "test/server/judging/{correction-race,corrected-runs,judge-restart,judge-faults}.test.ts",
  "test/server/{reliability,rescoring,scaling}/*.test.ts",
];

/** Tests that need a Citus cluster. `npm run test:citus` and `npm run test:citus:short` run them. */
export const CITUS = ["test/server/citus/*.test.ts"];

/** Files that open databases of their own, whatever the other tests run on. Of the suites, only
 * that of PGlite runs them. */
export const ALWAYS_PGLITE = ["test/server/{db/data-folder-lock,kept/full-disk,hidden/work}.test.ts"];

/**
 * What PGlite is tested with. The first files are about PGlite. The others were chosen by recording what each file sends:
 * together they reach 87 % of the places in `src/server` that send a statement, 88 % of the fixed statements, and 94 % of
 * the functions, casts, operators and clauses. All other tests run on PostgreSQL, and all tests of the server on PGlite in
 * the deep run.
 */
export const PGLITE = [
  ...ALWAYS_PGLITE,
  "test/server/db/{temporary-folders,test-database,make-folder}.test.ts",
  "test/server/{bad-arguments,change-run,hostile-texts,prediction-text,question-flags}.test.ts",
  "test/server/access/{audit-log,repeated-calls}.test.ts",
  "test/server/benchmarks/{hidden-task-scores,use-release}.test.ts",
  "test/server/challenges/{anonymous,board-signing,final-board}.test.ts",
  "test/server/comparison/confirmations.test.ts",
  "test/server/hidden/{disclosure,judged-corrections,kept-exports}.test.ts",
  "test/server/items/item-snapshots.test.ts",
  "test/server/kept/{answer-choices,check}.test.ts",
  "test/server/reliability/kills.test.ts",
];

/**
 * What CI runs on Citus: distribution, and tests that write and read predictions. Nodes that are added or lost are tested
 * in the deep run.
 */
export const CITUS_SHORT = [
  "test/server/citus/distribute.test.ts",
  "test/server/{submission,submission-atomicity,statements}.test.ts",
  "test/server/benchmarks/avi-task-scores.test.ts",
  "test/server/export/runs.test.ts",
  "test/server/judging/judging.test.ts",
  "test/server/rescoring/correct-answers.test.ts",
];

/** Server tests that say nothing about Citus: replicas and partitions of one PostgreSQL server, and tests that start programs. */
export const NOT_ON_CITUS = [
  "test/server/scaling/{read-replicas,replica-config,run-id}.test.ts",
  "test/server/db/data-folder-lock.test.ts",
  "test/server/**/docs.test.ts",
];
