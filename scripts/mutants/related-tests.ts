/** The quick tests that are run for a folder. The longest matching folder counts. */
const TESTS: Readonly<Record<string, readonly string[]>> = {
  "src/domain": [
    "test/importers/omni",
    "test/importers/worldsense.test.ts",
    "test/exporters/",
    "test/sdk/slice.test.ts",
    "test/scoring/metrics/slice-score.test.ts",
    "test/server/slice.test.ts",
    "test/server/pagination.test.ts",
    "test/server/bad-arguments.test.ts",
  ],
  "src/scoring": [
    "test/scoring/metrics/",
    "test/scoring/scorers/",
    "test/scoring/judging/",
    "test/scoring/reproduction/",
    "test/scoring/score-prediction.test.ts",
  ],
  "src/scoring/extractors": [
    "test/scoring/corpus.test.ts",
    "test/scoring/extractors/",
    "test/scoring/fresh-responses.test.ts",
    "test/scoring/grids/",
    "test/scoring/score-prediction.test.ts",
  ],
  "src/server/plan": [
    "test/server/slice.test.ts",
    "test/server/pagination.test.ts",
    "test/server/bad-arguments.test.ts",
    "test/server/answers.test.ts",
    "test/server/plan.test.ts",
    "test/server/statements.test.ts",
    "test/server/limits/estimate.test.ts",
  ],
  "src/sdk": ["test/sdk/"],
};

export const relatedTests = (file: string): readonly string[] =>
  TESTS[longestFolder(file, Object.keys(TESTS)) ?? ""] ?? [];

export function longestFolder(file: string, folders: readonly string[]): string | undefined {
  return folders.filter((folder) => file.startsWith(`${folder}/`)).sort((a, b) => b.length - a.length)[0];
}
