import { OmnidexError } from "./errors.ts";

/** What was to be sent cannot be read: a row that is none, a file that is broken. */
export class OmnidexInputError extends OmnidexError {
  override readonly name = "OmnidexInputError";
  readonly code = "INPUT";

  constructor(
    message: string,
    /** The row, from 0 on. */
    readonly row?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
