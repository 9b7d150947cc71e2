import { expect, it } from "vitest";
import { formatImportReport } from "../../src/cli/benchmarks/import-report.ts";
import type { ImportReport } from "../../src/domain/import-report.ts";

const report = (keys: readonly string[]): ImportReport => ({
  ...{ benchmark: "my-bench", status: "CREATED", dryRun: false, releaseVersion: 1 },
  ...{ format: "omnidex-json", contentHash: "0123456789abcdef", answerAccess: "VISIBLE", changes: null },
  ...{ seenBefore: 0, hiddenElsewhere: [] },
  counts: { videos: 1, questions: 30, categories: 0, tasks: 1 },
  oddities: keys.map((key) => ({ key, code: "REPEATED_QUESTION", message: "repeated" })),
});

it("an import's report lists the first ten keys with an oddity, each once", () => {
  const keys = Array.from({ length: 1_212 }, (_, index) => `q${index}`);
  expect(formatImportReport(report(["q0", ...keys]))).toContain(
    "  1,213 oddities, imported as they are (--json has the details of each):\n" +
      "    REPEATED_QUESTION 1,213: q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, …",
  );
  expect(formatImportReport(report(["q0"]))).toMatch(
    / {2}1 oddity, imported as they are .*\n {4}REPEATED_QUESTION 1: q0$/,
  );
});
