/** The command line asks for something that cannot be: exit code 2. `hint` says what could be, on a line of its own. */
export class UsageError extends Error {
  override readonly name = "UsageError";

  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}
