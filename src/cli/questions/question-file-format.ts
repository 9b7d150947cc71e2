import { type Extensions, formatOfExtension } from "../output/file-extension.ts";
import type { TableFormat } from "../output/format-option.ts";
import { UsageError } from "../output/usage-error.ts";

/** The formats of a file of questions, by extension. */
export const QUESTION_FILE_FORMATS = ["ndjson", "json", "csv", "parquet"] as const;
export type QuestionFileFormat = (typeof QUESTION_FILE_FORMATS)[number];

/** The formats of a table that are not formats of a file. */
export const TABLE_ONLY_FORMATS = ["table", "md", "latex"] as const;
export type TableOnlyFormat = (typeof TABLE_ONLY_FORMATS)[number];

type Format = QuestionFileFormat | TableOnlyFormat;

/**
 * The given format, or the one that the file name implies; NDJSON for standard output.
 *
 * @throws {UsageError} if neither states a file format
 */
export function fileFormat(output: string, forced: Format | undefined): QuestionFileFormat {
  if (forced === "table" || forced === "md" || forced === "latex")
    throw new UsageError(`'${forced}' is a format for tables, not for files of questions.`, "Leave out --output.");
  return forced ?? formatOfExtension(output, EXTENSIONS);
}

const EXTENSIONS = {
  "": "ndjson",
  ".ndjson": "ndjson",
  ".jsonl": "ndjson",
  ".json": "json",
  ".csv": "csv",
  ".parquet": "parquet",
} as const satisfies Extensions<QuestionFileFormat>;

/** The format of the table. @throws {UsageError} for a format that only files have */
export function tableFormat(given: Format | undefined): TableFormat | undefined {
  if (given === undefined) return undefined;
  const found = TABLE_FORMATS[given];
  if (found !== null) return found;
  throw new UsageError(
    `'${given}' is a format for files.`,
    "Name the file with --output, or use --output - for standard output.",
  );
}

const TABLE_FORMATS: Readonly<Record<Format, TableFormat | null>> = {
  table: "TABLE",
  csv: "CSV",
  md: "MD",
  latex: "LATEX",
  ndjson: null,
  json: null,
  parquet: null,
};
