import { connect } from "../connection/sdk-client.ts";
import type { ExportQuestionsOptions } from "../export-command.ts";
import { resolveSlice } from "../slice/slice-check.ts";
import { download } from "./download.ts";

/** Writes the questions of a slice as the server exports them. */
export async function exportQuestions(options: ExportQuestionsOptions): Promise<void> {
  const { output = "-" } = options;
  const { omnidex, connection } = await connect();
  const filter = await resolveSlice(omnidex, options);
  const search = new URLSearchParams({ filter: JSON.stringify(filter ?? {}) });
  await download(connection, `/export/questions.${options.format ?? formatOf(output)}?${search}`, output);
}

/** As the file's name says; NDJSON where it says nothing. */
const formatOf = (output: string): string => /\.(csv|parquet)$/i.exec(output)?.[1]?.toLowerCase() ?? "ndjson";
