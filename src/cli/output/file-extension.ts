import { statSync } from "node:fs";
import { extname } from "node:path";
import { UsageError } from "./usage-error.ts";

/** The formats by extension, such as `.csv`. The extension "" is that of standard output, a folder and a bare name. */
export type Extensions<F extends string> = Readonly<Record<string, F>>;

/** Whether the output is a folder. Files in it get their usual names. */
export const isFolder = (output: string): boolean =>
  output.endsWith("/") || statSync(output, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * The format that the extension of a file's name states.
 * @param elsewhere for each extension that only another command writes, a sentence that names this command
 * @throws {UsageError} for any other extension
 */
export function formatOfExtension<F extends string>(
  output: string,
  extensions: Extensions<F>,
  elsewhere: Readonly<Record<string, string>> = {},
): F {
  const extension = extensionOf(output);
  const format = Object.hasOwn(extensions, extension) ? extensions[extension] : undefined;
  if (format !== undefined) return format;
  const other = Object.hasOwn(elsewhere, extension) ? ` ${elsewhere[extension]}` : "";
  throw new UsageError(
    `The extension of '${output}' does not determine the format.`,
    `Use --format, or end it in ${alternatives(Object.keys(extensions).filter((name) => name !== ""))}.${other}`,
  );
}

/** The extensions of files for other programs. */
const KNOWN_FORMATS = [".json", ".ndjson", ".jsonl", ".csv", ".tsv", ".parquet", ".xlsx", ".yaml", ".md"];

/** A format in which a command writes all its files. */
interface OnlyFormat {
  readonly name: string;
  /** The extensions of the format, the usual one first. */
  readonly extensions: readonly string[];
}
export const JSON_ONLY: OnlyFormat = { name: "JSON", extensions: [".json"] };
export const NDJSON_ONLY: OnlyFormat = { name: "NDJSON", extensions: [".ndjson", ".jsonl"] };

/**
 * Checks the name of a file that has only one format.
 * @param what the file's content, as the subject of a sentence
 * @param elsewhere a sentence about which command writes another format
 * @throws {UsageError} if the extension is that of another format
 */
export function requireExtensionOf(
  { name, extensions }: OnlyFormat,
  output: string,
  what: string,
  elsewhere: string,
): void {
  const extension = extensionOf(output);
  if (KNOWN_FORMATS.includes(extension) && !extensions.includes(extension))
    throw new UsageError(
      `${what} is exported as ${name}, not as ${extension}.`,
      `End the name in ${extensions[0]}. ${elsewhere}`.trimEnd(),
    );
}

const extensionOf = (output: string): string => (isFolder(output) ? "" : extname(output).toLowerCase());

const alternatives = (names: readonly string[]): string => `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
