import type { Fields } from "../files/record-fields.ts";
import type { RecordSource, SubmissionFile } from "../files/submission-file.ts";
import type { SubmissionHeader, SubmissionRow } from "./submission-row.ts";

/** The values of `--format`, besides `auto`. In a module of their own, so that help texts need not load the readers. */
export const SUBMISSION_FORMATS = [
  "omnidex",
  "lmms-eval",
  "vlmevalkit",
  "omnivideobench",
  "mmworld",
  "avi-bench",
  "inspect",
  "eee",
  "common",
  "wide-table",
] as const;
/** The name of a format in reports; `recipe` for files that are read as a recipe says. */
export type SubmissionFormatName = (typeof SUBMISSION_FORMATS)[number] | "recipe";

/** The content of a row, without its position. */
type RowContent = Pick<SubmissionRow, "names" | "response" | "error"> &
  Partial<Pick<SubmissionRow, "confirmation" | "missing" | "epoch" | "result">>;

/** The position of a record. */
interface RecordPlace {
  readonly file: SubmissionFile;
  /** From 0, in its file. */
  readonly index: number;
  /** Whether it is a row of a table whose cells are texts, so that a missing value may be a text, too. */
  readonly inTable: boolean;
  /** The column of the run, for a format that has a column for each run. */
  readonly column?: string | undefined;
}

/** The result format of one harness. */
export interface SubmissionFormat {
  readonly name: SubmissionFormatName;
  /** Whether the rows of a file may be repetitions of a question, which `epoch` numbers. */
  readonly repeats?: boolean;
  /** Whether a record has this format, judged by its fields only. */
  recognises(record: Fields): boolean;
  /**
   * The records of a file, for a format that reads files on its own.
   * @param ifFitting return null for a file whose first record does not have what the format reads
   */
  open?(file: SubmissionFile, ifFitting: boolean): Promise<RecordSource | null>;
  /** The rows in a record, for a format that has several rows in one. One that is no object is reported. */
  parts?(record: Fields): readonly unknown[];
  /** The columns with answers, for a format that has a column for each run. */
  columns?(first: Fields): readonly string[];
  /**
   * The content of a record; null for an empty slot.
   * @throws {FormatError} for a record without a field that the format requires
   */
  read(record: Fields, place: RecordPlace): RowContent | null;
  /**
   * The run's fields that a file states: in its name, beside its records, or in the first record.
   * @param head the members of a single-object file, besides its records
   * @param first the first record
   * @param column the column of the run, for a format that has a column for each run
   */
  header(file: SubmissionFile, head: Fields, first: Fields, column?: string): Promise<SubmissionHeader>;
  /** A sentence to report if all rows belong to one part of the benchmark and the other parts are missing. */
  readonly onePart?: string;
}

/** A record that cannot be read; the message is a clause ("it has no 'doc_id'"). */
export class FormatError extends Error {}

/** The output fields of a row: a response if there is a text, otherwise a missing prediction. */
export const outputOf = (response: string | null, error: string | null = null) => ({
  response: error === null ? response : null,
  error,
  missing: response === null && error === null,
});
