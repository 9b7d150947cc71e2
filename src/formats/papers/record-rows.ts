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
export async function readRows<T>(
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
export const questionIn = (record: RecordReader): string =>
  (record.firstOf(["question", "key"]) ?? record.field("question")).text("the key of a question");
