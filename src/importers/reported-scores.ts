import type { ImportProblems } from "./batch/import-problems.ts";
import { RecordReader } from "./reading/record-reader.ts";
import { openRecords } from "./submissions/containers/record-source.ts";
import { baseNameOf, type SubmissionFile } from "./submissions/submission-file.ts";

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
export async function readReportedScores(file: SubmissionFile, problems: ImportProblems): Promise<ReportedScoreRow[]> {
  const rows: ReportedScoreRow[] = [];
  const source = await openRecords(file);
  for await (const { value, place, broken } of source.records()) {
    const read = (): unknown => {
      if (broken !== undefined) throw broken;
      return value;
    };
    const record = RecordReader.overRecord(read, `${baseNameOf(file)}: ${place}`);
    const row = problems.attempt(() => scoreIn(record), { record, key: null });
    if (row != null) rows.push(row);
  }
  return rows;
}

/** Null for a row of a result file that has no score. */
function scoreIn(record: RecordReader): ReportedScoreRow | null {
  const question = record.firstOf(["question", "key"]) ?? record.field("question");
  const holder = record.optional("externalScore") ?? record;
  if (!holder.has("value"))
    return record.has("response") || record.has("error") ? null : record.fail("a field 'value' or 'externalScore'");
  const value = holder.optional("value");
  const isEmpty = value === null || value.value === "";
  return {
    question: question.text("the key of a question"),
    value: isEmpty ? null : value.number("a number from -1 to 1"),
  };
}
