import { connect } from "../connection/sdk-client.ts";
import { resolveSlice } from "../slice/slice-check.ts";
import type { SliceOptions } from "../slice/slice-options.ts";
import { download } from "./download.ts";
import type { QuestionFormat } from "./export-formats.ts";

export interface ExportQuestionsOptions extends SliceOptions {
  readonly format?: QuestionFormat;
  readonly output?: string;
}

/** Writes the questions of a slice as the server exports them. */
export async function exportQuestions(options: ExportQuestionsOptions): Promise<void> {
  const { output = "-" } = options;
  const { omnidex, connection } = await connect();
  const filter = await resolveSlice(omnidex, options);
  const { snapshot } = options;
  const search = new URLSearchParams({
    filter: JSON.stringify(filter ?? {}),
    ...(snapshot === undefined ? {} : { snapshot }),
  });
  await download(connection, `/export/questions.${options.format ?? formatOf(output)}?${search}`, output);
}

/** The format that the file's extension names; NDJSON by default. */
const formatOf = (output: string): string => /\.(csv|parquet)$/i.exec(output)?.[1]?.toLowerCase() ?? "ndjson";
