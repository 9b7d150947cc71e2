import { connect } from "../connection/sdk-client.ts";
import { JSON_ONLY, requireExtensionOf } from "../output/file-extension.ts";
import { download } from "./download-file.ts";

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
