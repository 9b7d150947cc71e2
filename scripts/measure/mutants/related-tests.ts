/** The quick tests that are run for a folder or a file. The innermost one that contains the file counts. */
const TESTS: Readonly<Record<string, readonly string[]>> = {
  "src/domain": [
    "test/domain/",
    "test/formats/omni",
    "test/formats/worldsense.test.ts",
    "test/formats/",
    "test/sdk/slice.test.ts",
    "test/scoring/metrics/slice-score.test.ts",
    "test/server/slice.test.ts",
    "test/server/pagination.test.ts",
    "test/server/bad-arguments.test.ts",
    "test/server/filter-faults.test.ts",
  ],
  "src/scoring": [
    "test/scoring/metrics/",
    "test/scoring/scorers/",
    "test/scoring/judging/",
    "test/scoring/reproduction/",
    "test/scoring/score-prediction.test.ts",
  ],
  "src/scoring/items": ["test/scoring/items/"],
  "src/scoring/metrics": [
    "test/scoring/metrics/captions.test.ts",
    "test/scoring/metrics/effective-videos.test.ts",
    "test/scoring/metrics/fense.test.ts",
    "test/scoring/metrics/paired-error.test.ts",
    "test/scoring/metrics/rank-ranges.test.ts",
    "test/scoring/metrics/score-",
    "test/scoring/metrics/slice-",
    "test/scoring/metrics/tests.test.ts",
    "test/scoring/items/answered-without.test.ts",
  ],
  "src/scoring/metrics/avi-tasks": ["test/scoring/metrics/avi-", "test/scoring/reproduction/"],
  "src/scoring/metrics/ladder.ts": ["test/scoring/metrics/coarse-score.test.ts", "test/scoring/metrics/ladder.test.ts"],
  "src/scoring/scorers": ["test/scoring/scorers/", "test/scoring/score-prediction.test.ts"],
  "src/reading": [
    "test/reading/corpus.test.ts",
    "test/reading/",
    "test/reading/fresh-responses.test.ts",
    "test/reading/grids/",
    "test/scoring/score-prediction.test.ts",
  ],
  "src/formats": ["test/formats/"],
  "src/server/graphql/plan/filter-arguments.ts": [
    "test/server/filter-faults.test.ts",
    "test/server/bad-arguments.test.ts",
  ],
  "src/server/graphql/plan/types/run-list.ts": ["test/server/bad-arguments.test.ts", "test/server/run-filter.test.ts"],
  "src/server/graphql/plan": [
    "test/server/slice.test.ts",
    "test/server/pagination.test.ts",
    "test/server/cursor.test.ts",
    "test/server/bad-arguments.test.ts",
    "test/server/filter-faults.test.ts",
    "test/server/answers.test.ts",
    "test/server/plan.test.ts",
    "test/server/statements.test.ts",
    "test/server/limits/estimate.test.ts",
  ],
  "src/domain/slice": [
    "test/domain/",
    "test/sdk/slice.test.ts",
    "test/server/slice.test.ts",
    "test/server/bad-arguments.test.ts",
    "test/server/filter-faults.test.ts",
  ],
  "src/server/hosting": ["test/server/challenges/", "test/server/hidden/split-boards.test.ts"],
  "src/server/runs/submission/submission-quota.ts": [
    "test/server/hidden/quotas.test.ts",
    "test/server/challenges/merged-owners.test.ts",
  ],
  "src/server/conditions/run-conditions.ts": [
    "test/server/run-filter.test.ts",
    "test/server/hidden/private-models.test.ts",
  ],
  "src/server/conditions/answer-visibility.ts": ["test/server/hidden/"],
  "src/server/runs/pseudonym-writes.ts": [
    "test/server/hidden/private-models.test.ts",
    "test/server/hidden/anonymous-runs.test.ts",
    "test/server/challenges/anonymous.test.ts",
  ],
  "src/sdk": ["test/sdk/"],
};

export const relatedTests = (file: string): readonly string[] =>
  TESTS[longestFolder(file, Object.keys(TESTS)) ?? ""] ?? [];

/** The innermost of `folders` that contains the file. An entry of `folders` may also be the file itself. */
export function longestFolder(file: string, folders: readonly string[]): string | undefined {
  return folders.filter((folder) => `${file}/`.startsWith(`${folder}/`)).sort((a, b) => b.length - a.length)[0];
}
