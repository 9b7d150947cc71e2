import type { ImportProblems } from "../batch/import-problems.ts";
import type { RecordReader } from "../files/record-reader.ts";
import type { SubmissionFile } from "../files/submission-file.ts";
import { questionIn, readRows } from "./record-rows.ts";

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
