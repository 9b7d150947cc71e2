import { connect } from "../connection/sdk-client.ts";
import { requireBenchmark } from "../slice/slice-check.ts";
import { download } from "./download.ts";

/** Writes an export of a benchmark to a file. @throws {UsageError} if there is no such benchmark */
export async function exportBenchmark(slug: string, path: string, output = "-"): Promise<void> {
  const { omnidex, connection } = await connect();
  requireBenchmark(await omnidex.benchmarks(), slug);
  await download(connection, path, output);
}
