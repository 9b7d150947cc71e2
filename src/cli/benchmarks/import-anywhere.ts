import type { ImportFile } from "../../importers/importer.ts";
import { readConfig } from "../../server/config/config.ts";
import type { ImportReport } from "../../server/services/import-benchmark.ts";
import { findServer } from "../local-or-server.ts";
import { announceDatabase, announceReadDatabase } from "../maintenance/written-database.ts";
import { remark } from "../output/printing.ts";
import { uploadImport } from "./import-upload.ts";
import { withConsent } from "./release-changes.ts";

export interface ImportOptions {
  readonly replace?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/**
 * Imports through the configured server or the one that holds the data folder, otherwise directly in the database, and
 * names it on stderr before. Asks at a terminal before a release with runs is replaced.
 */
export async function importAnywhere(
  benchmark: string,
  files: readonly ImportFile[],
  options: ImportOptions,
): Promise<ImportReport> {
  const { dryRun = false } = options;
  const server = await findServer(process.env);
  if (server !== null) {
    remark(`Server: ${server.url} (from ${server.urlSource})`);
    return withConsent(options, (replace) => uploadImport(server, benchmark, files, { replace, dryRun }));
  }
  const { database } = readConfig(process.env);
  const location = dryRun ? await announceReadDatabase(database) : database;
  if (!dryRun) await announceDatabase(database);
  const [{ openDatabase }, { importFiles }] = await Promise.all([
    import("../../server/main.ts"),
    import("../../server/services/import-files.ts"),
  ]);
  const opened = await openDatabase(location);
  try {
    return await withConsent(options, (replace) => importFiles(opened.database, benchmark, files, { replace, dryRun }));
  } finally {
    await opened.close();
  }
}
