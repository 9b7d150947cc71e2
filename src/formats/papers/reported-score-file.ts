import type { ImportProblems } from "../batch/import-problems.ts";
import type { RecordReader } from "../files/record-reader.ts";
import type { SubmissionFile } from "../files/submission-file.ts";
import { questionIn, readRows } from "./record-rows.ts";

/** A row of a file of scores that another program computed. */
export interface ReportedScoreRow {
  /** The question's natural key. */
  readonly question: string;
  /** Null to remove the stored score. */
  readonly value: number | null;
}

/**
 * Reads scores from the rows of a table or of JSON: `question` and `value`. A row of a result file may have them as
 * `externalScore: { value }`; its other fields are ignored, and so are rows with a response and no score.
 * @param problems notes the rows that cannot be used
 * @throws {ImportError} for a file of another format
 */
export const readReportedScores = (file: SubmissionFile, problems: ImportProblems): Promise<ReportedScoreRow[]> =>
  readRows(file, problems, scoreIn);

/** Null for a row of a result file that has no score. */
function scoreIn(record: RecordReader): ReportedScoreRow | null {
  const question = questionIn(record);
  const holder = record.optional("externalScore") ?? record;
  if (!holder.has("value"))
    return record.has("response") || record.has("error") ? null : record.fail("a field 'value' or 'externalScore'");
  const value = holder.optional("value");
  const isEmpty = value === null || value.value === "";
  return {
    question,
    value: isEmpty ? null : value.number("a number from -1 to 1"),
  };
}
