import { readFileSync } from "node:fs";
import { InvalidArgumentError } from "commander";

/** The file descriptor of standard input. */
const STDIN = 0;

/**
 * Reads the keys of questions, one a line, as `omnidex subset --out` writes them. Empty lines are left out.
 * @throws InvalidArgumentError for a file that cannot be read or holds no key
 */
export function readKeys(path: string, before: readonly string[] | undefined): readonly string[] {
  const keys = textOf(path)
    .split(/\r?\n/)
    .flatMap((line) => line.trim() || []);
  // A list without values would match no question.
  if (keys.length === 0) throw new InvalidArgumentError("The file contains no keys.");
  return [...(before ?? []), ...keys];
}

function textOf(path: string): string {
  try {
    return readFileSync(path === "-" ? STDIN : path, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    throw new InvalidArgumentError(`Cannot read it: ${error instanceof Error ? error.message : error}.`);
  }
}
