import { mkdir } from "node:fs/promises";
import { extname } from "node:path";
import { OmnidexError } from "../../domain/errors.ts";
import { connect } from "../connection/sdk-client.ts";
import { remark } from "../output/printing.ts";
import { resolveRun } from "../runs/run-reference.ts";
import { UsageError } from "../usage-error.ts";
import { type Downloaded, download, isFolder } from "./download.ts";
import type { RunFormat } from "./export-formats.ts";

export interface ExportRunOptions {
  /** If undefined, the file's name decides. */
  readonly format?: RunFormat;
  readonly output?: string;
}

/** Formats that consist of two files. */
const COMPANIONS: Readonly<Partial<Record<RunFormat, RunFormat>>> = {
  eee: "eee-instances",
  "lmms-eval": "lmms-eval-results",
};

/**
 * Writes a run in the format of a harness. Into a folder, writes the companion file too. What the files do not hold is
 * said on stderr, each with its code.
 */
export async function exportRun(reference: string, { format: given, output = "-" }: ExportRunOptions): Promise<void> {
  const format = given ?? formatOfName(output);
  const { omnidex, connection } = await connect();
  const { id } = await resolveRun(omnidex, reference);
  const get = (name: string): Promise<Downloaded> => download(connection, `/export/runs/${id}?format=${name}`, output);
  if (output.endsWith("/")) await mkdir(output, { recursive: true });
  const written = await get(format);
  const name = isFolder(output) ? COMPANIONS[format] : undefined;
  const companion = name === undefined ? null : await withoutRefusal(get(name), name);
  for (const { code, message } of written.warnings) {
    // The companion holds the settings.
    if (companion === null || code !== "SETTINGS_NOT_CARRIED") remark(`${code}: ${message}`);
  }
  if (companion !== null && format === "eee" && rowsOf(written.target) !== companion.target)
    throw new OmnidexError("CONFLICT", "The run was scored again between its two files. Export it once more.");
}

/** Null where the server refuses the rows, because answers are hidden or nothing is scored: the record does without. */
async function withoutRefusal(download: Promise<Downloaded>, name: string): Promise<Downloaded | null> {
  try {
    return await download;
  } catch (error) {
    if (!(error instanceof OmnidexError) || (error.code !== "FORBIDDEN" && error.code !== "CONFLICT")) throw error;
    remark(`No ${name}: ${error.message}`);
    return null;
  }
}

/** The path of the rows that belong to a record of "every eval ever". */
const rowsOf = (record: string): string => record.replace(/\.json$/, "_samples.jsonl");

/**
 * The format that a file's extension names: rows as NDJSON or as CSV.
 * @throws {UsageError} if the extension does not name exactly one format
 */
function formatOfName(output: string): RunFormat {
  const extension = isFolder(output) ? "" : extname(output).toLowerCase();
  if (extension === ".csv") return "csv";
  if (extension === ".parquet") return "parquet";
  if (["", ".ndjson", ".jsonl"].includes(extension)) return "omnidex";
  throw new UsageError(
    `The name '${output}' does not say which format is wanted.`,
    "Use --format, or end it in .ndjson, .jsonl, .csv or .parquet.",
  );
}
