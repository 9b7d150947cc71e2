import { findConnection } from "../connection/server-connection.ts";
import { download } from "./download.ts";

/** Writes what the server says of a benchmark. */
export async function exportBenchmark(path: string, output = "-"): Promise<void> {
  await download(await findConnection(process.env), path, output);
}
