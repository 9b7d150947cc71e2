import { expect, it } from "vitest";
import { reportWarnings } from "../../src/cli/runs/run-warnings.ts";

type Report = Parameters<typeof reportWarnings>[0];

/** The warnings of a run of which `rows` rows have a remark, of which another reader answers `answered`. */
const warnings = (rows: number, answered: number, ownAnswered: number): string => {
  const extractor = { name: "other" } as NonNullable<Report["remarks"]["otherReader"]>["extractor"];
  const otherReader = { extractor, rows, answered, ownAnswered, score: null, ownScore: null };
  const kinds = [{ code: "UNPARSED_RESPONSE" as const, count: rows, share: 0.5 }];
  const remarks = { suspicious: true, rows, share: 0.5, kinds, examples: [], otherReader };
  return reportWarnings({ partial: false, remarks, covered: 2, scorable: 2 });
};

it.each([
  [1, 0, 1, "The reader other finds no answer in this row. Omnidex finds 1."],
  [1, 1, 0, "The reader other finds an answer in this row. Omnidex finds 0."],
  [3, 2, 0, "The reader other finds answers in 2 of these 3 rows. Omnidex finds 0."],
])(
  "for %i rows with remarks, the warning says that another reader finds answers in %i",
  (rows, answered, own, sentence) => {
    expect(warnings(rows, answered, own)).toContain(sentence);
  },
);

it("the warning does not mention another reader that finds no answer either", () => {
  expect(warnings(3, 0, 0)).toMatch(/^Suspicious: 3 rows /);
  expect(warnings(3, 0, 0)).not.toContain("reader");
});
