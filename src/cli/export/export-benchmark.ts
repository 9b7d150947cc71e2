import { findConnection } from "../connection/server-connection.ts";
import { download } from "./download.ts";

/** Writes an export of a benchmark to a file. */
export async function exportBenchmark(path: string, output = "-"): Promise<void> {
  await download(await findConnection(process.env), path, output);
}
