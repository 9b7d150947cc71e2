import type { ImportFile } from "../../importers/importer.ts";
import { readConfig } from "../../server/config/config.ts";
import type { ImportReport } from "../../server/services/import-benchmark.ts";
import { findServer } from "../local-or-server.ts";
import { uploadImport } from "./import-upload.ts";

/** Imports through the configured server or the one that holds the data folder, otherwise directly in the database. */
export async function importAnywhere(benchmark: string, files: readonly ImportFile[]): Promise<ImportReport> {
  const server = await findServer(process.env);
  if (server !== null) return uploadImport(server, benchmark, files);
  const [{ openDatabase }, { importFiles }] = await Promise.all([
    import("../../server/main.ts"),
    import("../../server/services/import-files.ts"),
  ]);
  const opened = await openDatabase(readConfig(process.env).database);
  try {
    return await importFiles(opened.database, benchmark, files);
  } finally {
    await opened.close();
  }
}
