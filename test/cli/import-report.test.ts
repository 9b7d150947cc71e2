import { expect, it } from "vitest";
import { formatImportReport } from "../../src/cli/benchmarks/print-import-report.ts";
import type { ImportReport } from "../../src/domain/import-report.ts";

const report = (keys: readonly string[]): ImportReport => ({
  ...{ benchmark: "my-bench", status: "CREATED", dryRun: false, releaseVersion: 1 },
  ...{
    format: "omnidex-json",
    contentHash: "0123456789abcdef",
    answerAccess: "VISIBLE",
    publicShare: null,
    changes: null,
  },
  ...{ seenBefore: 0, hiddenElsewhere: [] },
  counts: { videos: 1, questions: 30, categories: 0, tasks: 1 },
  oddities: keys.map((key) => ({ key, code: "REPEATED_QUESTION", message: "repeated" })),
});

it("an import's report lists the first ten keys with an oddity, each once", () => {
  const keys = Array.from({ length: 1_212 }, (_, index) => `q${index}`);
  expect(formatImportReport(report(["q0", ...keys]))).toContain(
    "  1,213 oddities, imported as they are (--json has the details of each):\n" +
      "    REPEATED_QUESTION 1,213 at 1,212 keys: q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, …",
  );
  expect(formatImportReport(report(["q0"]))).toMatch(
    / {2}1 oddity, imported as it is \(--json has the details\):\n {4}REPEATED_QUESTION 1: q0$/,
  );
});

it("an import's report says at how many keys the oddities are if a key has several, and not otherwise", () => {
  const lines = (keys: readonly string[]) => formatImportReport(report(keys)).split("\n");
  expect(lines(["a", "b", "a"])).toContain("    REPEATED_QUESTION 3 at 2 keys: a, b");
  expect(lines(["a", "a"])).toContain("    REPEATED_QUESTION 2 at 1 key: a");
  expect(lines(["a", "b"])).toContain("    REPEATED_QUESTION 2: a, b");
});

it("an import's report names the unknown fields", () => {
  const oddities = ["fps", "note"].map((field) => ({
    ...{ key: "q0", code: "UNKNOWN_FIELD" as const },
    message: `The field "${field}" is unknown; 2 records have it.`,
  }));
  expect(formatImportReport({ ...report([]), oddities })).toContain(
    '    UNKNOWN_FIELD 2 at 1 key: q0\n      The field "fps" is unknown; 2 records have it.\n' +
      '      The field "note" is unknown; 2 records have it.',
  );
});

it("an import's report explains probable mistakes, each message once", () => {
  const oddities = ["q1", "q2"].map((key) => ({ key, code: "AMBIGUOUS_ANSWER" as const, message: "Two readings." }));
  expect(formatImportReport({ ...report([]), oddities })).toMatch(
    / {4}AMBIGUOUS_ANSWER 2: q1, q2\n {6}Two readings\.$/,
  );
});
