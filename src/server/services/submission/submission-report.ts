import type { Viewer } from "../../../domain/viewer.ts";
import { scorePrediction } from "../../../scoring/score-prediction.ts";
import type { AnswerSheet } from "./answer-sheet.ts";
import { wellFormed } from "./check-rows.ts";
import { confirmationMode } from "./confirmation-mode.ts";
import { countRemarks, isRemark } from "./remark-counts.ts";
import { countsOnly, type RemarkedRow, summarizeRemarks } from "./remark-summary.ts";
import type { RunServices } from "./run-services.ts";
import { secondReading } from "./second-reading.ts";
import type { PredictionInput } from "./submission-input.ts";
import { type Checked, type ValidationReport, validationReport } from "./validation-report.ts";

/** What is to be said of a whole submission: of each row, and of the rows together. */
export async function submissionReport(
  services: Pick<RunServices, "database" | "extractor" | "pool">,
  viewer: Viewer,
  rows: readonly PredictionInput[],
  checked: Checked,
  sheet: AnswerSheet,
): Promise<ValidationReport> {
  const issues = checked.issues.filter(isRemark);
  const codes = issues.map(({ code }) => code);
  const counts = countRemarks(codes, rows.length);
  const remarks = counts.suspicious
    ? await summarizeRemarks(
        counts,
        remarkedRows(services, rows, checked, sheet),
        await secondReading(services, viewer, sheet),
      )
    : countsOnly(counts);
  return validationReport(rows.length, checked, sheet, { confirmations: confirmationMode(rows, sheet), remarks });
}

function remarkedRows(
  { extractor }: Pick<RunServices, "extractor">,
  rows: readonly PredictionInput[],
  { issues, records }: Checked,
  { byKey }: AnswerSheet,
): readonly RemarkedRow[] {
  const byOrdinal = new Map(records.map((record) => [record.ordinal, record]));
  return issues.filter(isRemark).flatMap(({ row, code }) => {
    const input = rows[row];
    const question = byKey.get(input?.question ?? "");
    const record = byOrdinal.get(question?.ordinal ?? -1);
    if (input === undefined || question === undefined || record === undefined) return [];
    const output = {
      response: wellFormed(input.response),
      error: wellFormed(input.error),
      confirmation: wellFormed(input.confirmation),
    };
    const read = () => scorePrediction(output, question.scored, extractor);
    return [{ row, code, question, output, outcome: record.outcome, score: record.score, read }];
  });
}
