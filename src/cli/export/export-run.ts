import { mkdir } from "node:fs/promises";
import { extname } from "node:path";
import { OmnidexError } from "../../domain/errors.ts";
import { connect } from "../connection/sdk-client.ts";
import { remark } from "../output/printing.ts";
import { resolveRun } from "../runs/run-reference.ts";
import { UsageError } from "../usage-error.ts";
import { download, isFolder } from "./download.ts";
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

/** Writes a run in the format of a harness. Into a folder, writes the companion file too. */
export async function exportRun(reference: string, { format: given, output = "-" }: ExportRunOptions): Promise<void> {
  const format = given ?? formatOfName(output);
  const { omnidex, connection } = await connect();
  const { id } = await resolveRun(omnidex, reference);
  const path = (name: string): string => `/export/runs/${id}?format=${name}`;
  if (output.endsWith("/")) await mkdir(output, { recursive: true });
  await download(connection, path(format), output);
  const companion = COMPANIONS[format];
  if (companion === undefined || !isFolder(output)) return;
  try {
    await download(connection, path(companion), output);
  } catch (error) {
    // If answers are hidden, the server refuses the rows; the record is still valid without them.
    if (!(error instanceof OmnidexError) || error.code !== "FORBIDDEN") throw error;
    remark(`No ${companion}: ${error.message}`);
  }
}

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
