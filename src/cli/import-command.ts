import { Command } from "commander";
import type { ImportFile } from "../importers/importer.ts";
import { readConfig } from "../server/config.ts";
import { readDataFolderLock } from "../server/db/data-folder-lock.ts";
import type { ImportReport } from "../server/services/import-benchmark.ts";
import { formatImportReport } from "./import-report.ts";
import { readImportFiles } from "./import-sources.ts";
import { uploadImport } from "./import-upload.ts";

export const importCommand = (): Command =>
  new Command("import")
    .description("import a benchmark's files as a release; all of them, or nothing")
    .argument("<benchmark>", "worldsense, mmworld, omnivideobench, avi-bench, or the slug of your own")
    .argument("<file...>", "its files, or folders of them")
    .option("--json", "print the report as JSON")
    .action(async (benchmark: string, paths: readonly string[], options: { json?: boolean }) => {
      const report = await importAnywhere(benchmark, await readImportFiles(paths));
      console.log(options.json ? JSON.stringify(report, null, 2) : formatImportReport(report));
    });

/** Through the server that is named, or holds the data folder; else in the database itself. */
async function importAnywhere(benchmark: string, files: readonly ImportFile[]): Promise<ImportReport> {
  const server = await findServer(process.env);
  if (server !== null) return uploadImport(server, benchmark, files);
  const [{ openDatabase }, { importFiles }] = await Promise.all([
    import("../server/main.ts"),
    import("../server/services/import-files.ts"),
  ]);
  const opened = await openDatabase(readConfig(process.env).database);
  try {
    return await importFiles(opened.database, benchmark, files);
  } finally {
    await opened.close();
  }
}

async function findServer(environment: NodeJS.ProcessEnv): Promise<{ url: string; key: string | undefined } | null> {
  const key = environment.OMNIDEX_API_KEY || environment.OMNIDEX_ADMIN_KEY || undefined;
  if (environment.OMNIDEX_URL) return { url: environment.OMNIDEX_URL, key };
  const { database } = readConfig(environment);
  if (database.engine !== "pglite" || database.folder === null) return null;
  const holder = await readDataFolderLock(database.folder);
  return holder?.url === undefined ? null : { url: holder.url, key: key ?? holder.adminKey };
}
