import type { SubmissionFile } from "../submission-file.ts";
import type { SubmissionHeader, SubmissionRow } from "../submission-row.ts";
import type { Fields } from "./fields.ts";
import type { SubmissionFormatName } from "./submission-format-names.ts";

/** What a row is made of, besides its place. */
export type RowContent = Pick<SubmissionRow, "names" | "response" | "error"> &
  Partial<Pick<SubmissionRow, "confirmation" | "missing" | "epoch">>;

/** Where a record stands. */
export interface RecordPlace {
  readonly file: SubmissionFile;
  /** From 0 on, in its file. */
  readonly index: number;
}

/** How one harness writes its results. */
export interface SubmissionFormat {
  readonly name: SubmissionFormatName;
  /** Whether a record is of this format, by its fields alone. */
  recognises(record: Fields): boolean;
  /**
   * What a record says; null for one that stands for nothing (an empty slot).
   * @throws {FormatError} for a record that lacks what every record of the format has
   */
  read(record: Fields, place: RecordPlace): RowContent | null;
  /**
   * What a file says of its run: in its name, beside its records, or in the first of them.
   * @param head the members of a file of one object, besides its records
   * @param first the first record
   */
  header(file: SubmissionFile, head: Fields, first: Fields): Promise<SubmissionHeader>;
  /** What to say where all rows are of one part of the benchmark and the rest is missing: a sentence. */
  readonly onePart?: string;
}

/** A record that cannot be read; the message is a clause ("it has no 'doc_id'"). */
export class FormatError extends Error {}

/** A response where there is a text, and a missing prediction where there is none. */
export const outputOf = (response: string | null, error: string | null = null) => ({
  response: error === null ? response : null,
  error,
  missing: response === null && error === null,
});
