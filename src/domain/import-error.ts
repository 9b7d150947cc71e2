import { OmnidexError } from "./errors.ts";

/**
 * A file that cannot be imported. Nothing of it is stored.
 * `path` leads to the record: `data.json: $[3].questions[0].options`.
 */
export class ImportError extends OmnidexError {
  constructor(
    readonly path: string,
    readonly expected: string,
    readonly found: string,
  ) {
    super("BAD_USER_INPUT", `${path}: expected ${expected}, found ${found}.`, { path, expected, found });
  }
}
