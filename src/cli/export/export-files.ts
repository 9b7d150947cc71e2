import { mkdir } from "node:fs/promises";
import { OmnidexError } from "../../domain/errors.ts";
import { connect } from "../connection/sdk-client.ts";
import {
  type Extensions,
  formatOfExtension,
  isFolder,
  JSON_ONLY,
  requireExtensionOf,
} from "../output/file-extension.ts";
import { remark } from "../output/printing.ts";
import { resolveRun } from "../runs/run-reference.ts";
import { resolveSlice } from "../slice/resolve-slice.ts";
import type { SliceOptions } from "../slice/slice-options.ts";
import { type Downloaded, download } from "./download-file.ts";
import type { QuestionFormat, RunFormat } from "./export-formats.ts";

/**
 * Writes an export of a benchmark to a file.
 * @throws {UsageError} for a name whose extension is that of another format
 */
export async function exportBenchmark(path: string, output = "-"): Promise<void> {
  requireExtensionOf(
    JSON_ONLY,
    output,
    "A benchmark",
    "'omnidex export questions --benchmark <slug>' writes questions as .ndjson, .csv or .parquet.",
  );
  const { connection } = await connect();
  await download(connection, path, output);
}

export interface ExportQuestionsOptions extends SliceOptions {
  readonly format?: QuestionFormat;
  readonly output?: string;
  /** The item snapshot whose statistics are exported, and which the slice may refer to. */
  readonly snapshot?: string;
}

/** Writes the questions of a slice as the server exports them. */
export async function exportQuestions(options: ExportQuestionsOptions): Promise<void> {
  const { output = "-" } = options;
  const format = options.format ?? formatOfExtension(output, EXPORT_QUESTIONS_EXTENSIONS, ELSEWHERE);
  const { omnidex, connection } = await connect();
  const filter = await resolveSlice(omnidex, options);
  const { snapshot } = options;
  const search = new URLSearchParams({
    filter: JSON.stringify(filter ?? {}),
    ...(snapshot === undefined ? {} : { snapshot }),
  });
  await download(connection, `/export/questions.${format}?${search}`, output);
}

const EXPORT_QUESTIONS_EXTENSIONS = {
  "": "ndjson",
  ".ndjson": "ndjson",
  ".jsonl": "ndjson",
  ".csv": "csv",
  ".parquet": "parquet",
} as const satisfies Extensions<QuestionFormat>;

const ELSEWHERE = { ".json": "'omnidex questions --output <file>.json' writes a JSON array." };

export interface ExportRunOptions {
  /** If undefined, the file's extension decides. */
  readonly format?: RunFormat;
  readonly output?: string;
}

/** Formats that consist of two files. */
const COMPANIONS: Readonly<Partial<Record<RunFormat, RunFormat>>> = {
  eee: "eee-instances",
  "lmms-eval": "lmms-eval-results",
};

/**
 * Writes a run in the format of a harness. If the output is a folder, the companion file of the format is written, too.
 * Each warning on stderr states a code and what the files do not hold.
 */
export async function exportRun(reference: string, { format: given, output = "-" }: ExportRunOptions): Promise<void> {
  const format = given ?? formatOfExtension(output, EXPORT_RUN_EXTENSIONS);
  const { omnidex, connection } = await connect();
  const { id } = await resolveRun(omnidex, reference);
  const get = (name: string): Promise<Downloaded> => download(connection, `/export/runs/${id}?format=${name}`, output);
  if (output.endsWith("/")) await mkdir(output, { recursive: true });
  const written = await get(format);
  const name = isFolder(output) ? COMPANIONS[format] : undefined;
  const companion = name === undefined ? null : await withoutRefusal(get(name), name);
  for (const { code, message } of written.warnings) {
    // The companion file holds the settings, so a warning that they are missing does not apply.
    if (companion === null || code !== "SETTINGS_NOT_CARRIED") remark(`${code}: ${message}`);
  }
  if (companion !== null && format === "eee" && rowsOf(written.target) !== companion.target)
    throw new OmnidexError(
      "CONFLICT",
      "The run was scored again between the downloads of its two files. Export it once more.",
    );
}

/**
 * The companion file; null if the server refuses it, because answers are hidden or the run is not scored. The main file
 * is valid without a companion.
 */
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

const EXPORT_RUN_EXTENSIONS = {
  "": "omnidex",
  ".ndjson": "omnidex",
  ".jsonl": "omnidex",
  ".csv": "csv",
  ".parquet": "parquet",
  ".yaml": "hf-eval-results",
  ".md": "model-card",
} as const satisfies Extensions<RunFormat>;
