import { nearestName } from "../../submitting/nearest-name.ts";

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

/** "Did you mean 'worldsense'? The benchmarks: a, b, c." Lists at most 20 names. */
export function namesHint(typed: string, names: readonly string[], noun: string): string {
  const near = nearestName(typed, names);
  const shown = names.slice(0, 20).join(", ");
  const list =
    names.length === 0
      ? `There are no ${noun}.`
      : `The ${noun}: ${shown}${names.length > 20 ? `, and ${names.length - 20} more` : ""}.`;
  return near === null ? list : `Did you mean '${near}'? ${list}`;
}
