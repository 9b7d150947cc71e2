import { extname } from "node:path";
import { UsageError } from "../usage-error.ts";

/** The formats of a file of questions, by extension. */
export const QUESTION_FILE_FORMATS = ["ndjson", "json", "csv", "parquet"] as const;
export type QuestionFileFormat = (typeof QUESTION_FILE_FORMATS)[number];

/**
 * The given format, or the one that the file name implies; NDJSON for standard output.
 *
 * @throws {UsageError} if neither names one
 */
export function fileFormat(output: string, forced: QuestionFileFormat | undefined): QuestionFileFormat {
  if (forced !== undefined) return forced;
  if (output === "-") return "ndjson";
  const extension = extname(output).slice(1).toLowerCase().replace("jsonl", "ndjson");
  const found = QUESTION_FILE_FORMATS.find((format) => format === extension);
  if (found !== undefined) return found;
  throw new UsageError(
    `The name '${output}' does not say which format is wanted.`,
    `End it in .${QUESTION_FILE_FORMATS.join(", .")}, or use --format.`,
  );
}
