import type { ImportProblems } from "../batch/import-problems.ts";
import { RecordReader } from "../files/record-reader.ts";
import { openRecords } from "../files/record-source.ts";
import { baseNameOf, type SubmissionFile } from "../files/submission-file.ts";

/**
 * Reads a row from each record of a file of any supported syntax.
 * @param problems notes the records that cannot be used
 * @param rowIn null for a record that is not a row; throws {@link ImportError} for one that cannot be used
 * @throws {ImportError} for a file of another format
 */
async function readRows<T>(
  file: SubmissionFile,
  problems: ImportProblems,
  rowIn: (record: RecordReader) => T | null,
): Promise<T[]> {
  const rows: T[] = [];
  const source = await openRecords(file);
  for await (const { value, place, broken } of source.records()) {
    const read = (): unknown => {
      if (broken !== undefined) throw broken;
      return value;
    };
    const record = RecordReader.overRecord(read, `${baseNameOf(file)}: ${place}`);
    const row = problems.attempt(() => rowIn(record), { record, key: null });
    if (row != null) rows.push(row);
  }
  return rows;
}

/** The natural key of the question that a row is about. */
const questionIn = (record: RecordReader): string =>
  (record.firstOf(["question", "key"]) ?? record.field("question")).text("the key of a question");

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

/** A row of a file of error labels. */
export interface ErrorLabelRow {
  readonly record: RecordReader;
  /** The field that has the error types. */
  readonly field: string;
  /** The question's natural key. */
  readonly question: string;
  /** Empty to remove the error types of the prediction. */
  readonly errorTypes: readonly string[];
}

const ERROR_TYPES = ["errorTypes", "errorType", "error_types", "error_type"];

/**
 * Reads error labels from the rows of a table or of JSON: `question` and `errorType`, or `errorTypes` for several.
 * @param problems notes the rows that cannot be used
 * @throws {ImportError} for a file of another format
 */
export const readErrorLabels = (file: SubmissionFile, problems: ImportProblems): Promise<ErrorLabelRow[]> =>
  readRows(file, problems, labelIn);

function labelIn(record: RecordReader): ErrorLabelRow {
  const question = questionIn(record);
  const field = ERROR_TYPES.find((name) => record.has(name));
  if (field === undefined)
    return record.fail("a field 'errorType', which is empty to remove error types", `only ${fieldsOf(record)}`);
  return { record, field, question, errorTypes: typesIn(record.member(field)) };
}

const fieldsOf = (record: RecordReader): string =>
  Object.keys(record.object())
    .slice(0, 10)
    .map((name) => `'${name.slice(0, 40)}'`)
    .join(", ");

const EXPECTED = "an error type, or a list of error types";

/** The types of a list, of a list as JSON in a cell, or of a text that may have commas. Null and "" are no types. */
function typesIn(reader: RecordReader): readonly string[] {
  if (reader.value === null) return [];
  if (reader.isList) return reader.array().map((item) => item.text("an error type"));
  const text = reader.string(EXPECTED).trim();
  if (text.startsWith("[")) return typesIn(reader.reread(listIn(text, reader)));
  return text === "" ? [] : text.split(",").map((type) => type.trim());
}

function listIn(text: string, reader: RecordReader): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return reader.fail(EXPECTED);
  }
}
