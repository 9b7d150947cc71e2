/** The command line is invalid: exit code 2. `hint` says what is allowed and is printed on its own line. */
export class UsageError extends Error {
  override readonly name = "UsageError";

  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}
