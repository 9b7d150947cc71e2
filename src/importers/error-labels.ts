import type { ImportProblems } from "./batch/import-problems.ts";
import { RecordReader } from "./reading/record-reader.ts";
import { openRecords } from "./submissions/containers/record-source.ts";
import { baseNameOf, type SubmissionFile } from "./submissions/submission-file.ts";

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

const QUESTION = ["question", "key"];
const ERROR_TYPES = ["errorTypes", "errorType", "error_types", "error_type"];

/**
 * Reads error labels from the rows of a table or of JSON: `question` and `errorType`, or `errorTypes` for several.
 * @param problems notes the rows that cannot be used
 * @throws {ImportError} for a file of another format
 */
export async function readErrorLabels(file: SubmissionFile, problems: ImportProblems): Promise<ErrorLabelRow[]> {
  const rows: ErrorLabelRow[] = [];
  const source = await openRecords(file);
  for await (const { value, place, broken } of source.records()) {
    const read = (): unknown => {
      if (broken !== undefined) throw broken;
      return value;
    };
    const record = RecordReader.overRecord(read, `${baseNameOf(file)}: ${place}`);
    const row = problems.attempt(() => labelIn(record), { record, key: null });
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

function labelIn(record: RecordReader): ErrorLabelRow {
  const question = (record.firstOf(QUESTION) ?? record.field("question")).text("the key of a question");
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
