import { OmnidexError } from "./sdk-errors.ts";

/** A row that is not a prediction. */
export interface InputProblem {
  /** The index of the row, from 0. */
  readonly row: number;
  /** What is wrong, and what is allowed. */
  readonly message: string;
}

/** The input cannot be sent: rows are not predictions, or a file is malformed. */
export class OmnidexInputError extends OmnidexError {
  override readonly name = "OmnidexInputError";
  readonly code = "INPUT";

  constructor(
    message: string,
    /** The index of the first wrong row, from 0. */
    readonly row?: number,
    options?: ErrorOptions,
    /** The problems of all rows, at most 1,000; empty if the file as a whole cannot be read. */
    readonly problems: readonly InputProblem[] = row === undefined ? [] : [{ row, message }],
  ) {
    super(message, options);
  }
}
