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

/** The command line names a file that does not exist. */
export const missingFile = (path: string): UsageError => new UsageError(`There is no file or folder '${path}'.`);

/** The command has printed its failures itself: exit code 1 without a further message. */
export class ReportedFailure extends Error {
  override readonly name = "ReportedFailure";
}
