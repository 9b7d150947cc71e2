import { OmnidexError } from "./errors.ts";

/** The input to send cannot be read: a row is not a prediction, or a file is malformed. */
export class OmnidexInputError extends OmnidexError {
  override readonly name = "OmnidexInputError";
  readonly code = "INPUT";

  constructor(
    message: string,
    /** The index of the row, from 0. */
    readonly row?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
