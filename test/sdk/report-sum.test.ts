import { describe, expect, it } from "vitest";
import { ReportSum } from "../../src/sdk/sent-report.ts";

describe("the report of a submission in pieces", () => {
  it.each([
    [4, true],
    [5, false],
  ])("with predictions for %i of 10 questions, has `partial` %s while a judge reads the run", (rows, partial) => {
    const report = new ReportSum(10);
    for (let row = 0; row < rows; row++) report.admits({ row, prediction: { question: `q${row}`, response: "A" } });
    const judging = { counts: null, partial: false, confirmations: null, remarks: null };
    expect(report.report(rows, judging)).toMatchObject({ partial, covered: rows, scorable: 10 });
  });
});
