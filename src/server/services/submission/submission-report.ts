import { OmnidexError } from "../../../domain/errors.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import { type AnswerSheet, confirmationMode } from "../reading/answer-sheet.ts";
import { RowReader, readAll } from "../reading/row-reader.ts";
import { wellFormed } from "./check-rows.ts";
import { countRemarks, isRemark } from "./remark-counts.ts";
import { countsOnly, type RemarkedRow, summarizeRemarks } from "./remark-summary.ts";
import type { RunServices } from "./run-services.ts";
import { secondReading } from "./second-reading.ts";
import type { PredictionInput } from "./submission-input.ts";
import { type Checked, type ValidationReport, validationReport } from "./validation-report.ts";

/** The report on a whole submission: on each row, and on the rows together. */
export async function submissionReport(
  services: Pick<RunServices, "database" | "extractor" | "pool" | "budget">,
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
      ).catch((error: unknown) => {
        // The rows may be stored by now, so a summary that takes too long is left out instead of failing.
        if (error instanceof OmnidexError && error.code === "COST_LIMIT_EXCEEDED") return countsOnly(counts);
        throw error;
      })
    : countsOnly(counts);
  return validationReport(rows.length, checked, sheet, { confirmations: confirmationMode(rows, sheet), remarks });
}

/** The report on the rows of one piece, which does not show whether the whole run is double-response or partial. */
export function pieceReport(rows: number, checked: Checked, sheet: AnswerSheet): ValidationReport {
  const codes = checked.issues.filter(isRemark).map(({ code }) => code);
  const whole = { confirmations: null, remarks: countsOnly(countRemarks(codes, rows)) };
  return { ...validationReport(rows, checked, sheet, whole), partial: false };
}

function remarkedRows(
  { extractor, ...means }: Pick<RunServices, "extractor" | "pool" | "budget">,
  rows: readonly PredictionInput[],
  { issues, records }: Checked,
  sheet: AnswerSheet,
): readonly RemarkedRow[] {
  const { byKey } = sheet;
  const reader = new RowReader(means, sheet, extractor);
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
    const read = async () => {
      const [score] = await readAll([{ ...output, ordinal: question.ordinal }], reader);
      return score ?? { answer: null, span: null };
    };
    return [{ row, code, question, output, outcome: record.outcome, score: record.score, read }];
  });
}
