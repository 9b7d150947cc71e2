import { connect } from "../connection/sdk-client.ts";
import { type Extensions, formatOfExtension } from "../output/file-extension.ts";
import { resolveSlice } from "../slice/resolve-slice.ts";
import type { SliceOptions } from "../slice/slice-options.ts";
import { download } from "./download-file.ts";
import type { QuestionFormat } from "./export-formats.ts";

export interface ExportQuestionsOptions extends SliceOptions {
  readonly format?: QuestionFormat;
  readonly output?: string;
  /** The item snapshot whose statistics are exported, and which the slice may refer to. */
  readonly snapshot?: string;
}

/** Writes the questions of a slice as the server exports them. */
export async function exportQuestions(options: ExportQuestionsOptions): Promise<void> {
  const { output = "-" } = options;
  const format = options.format ?? formatOfExtension(output, EXTENSIONS, ELSEWHERE);
  const { omnidex, connection } = await connect();
  const filter = await resolveSlice(omnidex, options);
  const { snapshot } = options;
  const search = new URLSearchParams({
    filter: JSON.stringify(filter ?? {}),
    ...(snapshot === undefined ? {} : { snapshot }),
  });
  await download(connection, `/export/questions.${format}?${search}`, output);
}

const EXTENSIONS = {
  "": "ndjson",
  ".ndjson": "ndjson",
  ".jsonl": "ndjson",
  ".csv": "csv",
  ".parquet": "parquet",
} as const satisfies Extensions<QuestionFormat>;

const ELSEWHERE = { ".json": "'omnidex questions --output <file>.json' writes a JSON array." };
