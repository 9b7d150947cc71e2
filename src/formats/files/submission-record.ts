import type { ImportError } from "../../domain/import-error.ts";

/** A cell of a spreadsheet that is a formula. */
export interface CellFormula {
  readonly column: string;
  /** True if the formula was read as a text that begins with `=`; false if the value of the formula was read. */
  readonly isText: boolean;
}

/** One record of a file, not yet interpreted. */
export interface SubmissionRecord {
  readonly value: unknown;
  /** Its position in the file: `line 12`, `row 3 (line 7)`, `$[4]`, `samples/7_epoch_1.json`. */
  readonly place: string;
  /** From 0. */
  readonly index: number;
  /** Why the record cannot be read, with its place, if its syntax is broken. The records after it are read. */
  readonly broken?: ImportError;
  /** The formulas in a spreadsheet's row. */
  readonly formulas?: readonly CellFormula[];
}

/** A file as a stream of records. `head` has the other members of a single-object JSON file. */
export interface RecordSource {
  readonly head: Readonly<Record<string, unknown>>;
  /** Whether the names of the fields are the cells of the first row. */
  readonly isTable?: true;
  records(): AsyncIterable<SubmissionRecord>;
}
