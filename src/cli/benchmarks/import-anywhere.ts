import type { AnswerAccess } from "../../domain/exported-release.ts";
import type { ImportReport } from "../../domain/import-report.ts";
import { ADMIN } from "../../domain/viewer.ts";
import type { ImportFile } from "../../formats/files/import-file.ts";
import { readConfig } from "../../server/config/config.ts";
import { findServer } from "../connection/local-or-server.ts";
import { announceDatabase, announceReadDatabase } from "../maintenance/written-database.ts";
import { withProblems } from "../output/printed-problems.ts";
import { remark } from "../output/printing.ts";
import { uploadImport } from "./import-upload.ts";
import { withConsent } from "./print-release-changes.ts";

export interface ImportOptions {
  readonly replace?: boolean;
  readonly dryRun?: boolean;
  readonly answers?: AnswerAccess;
  /** The share of the questions in the open part. */
  readonly open?: number;
  /** The share of the questions on the public board; 1 for one board. */
  readonly public?: number;
  readonly json?: boolean;
}

/** Imports as `importInto` does, and lists the problems of files that cannot be imported. */
export const importAnywhere = (
  benchmark: string,
  files: readonly ImportFile[],
  options: ImportOptions,
): Promise<ImportReport> => withProblems(options.json ?? false, () => importInto(benchmark, files, options));

/**
 * Imports through the server in `OMNIDEX_URL`, else through the server that holds the data folder, else directly into
 * the database. First names the target on stderr. On a terminal, asks before a release with runs is replaced.
 */
async function importInto(
  benchmark: string,
  files: readonly ImportFile[],
  options: ImportOptions,
): Promise<ImportReport> {
  const { dryRun = false, answers, open, public: publicShare } = options;
  const parts = { answers, open, public: publicShare };
  const server = await findServer(process.env);
  if (server !== null) {
    remark(`Server: ${server.url} (from ${server.urlSource})`);
    return withConsent(options, (replace) => uploadImport(server, benchmark, files, { replace, dryRun, ...parts }));
  }
  const { database } = readConfig(process.env);
  const location = dryRun ? await announceReadDatabase(database) : database;
  if (!dryRun) await announceDatabase(database);
  const { importFiles, previewFiles } = await import("../../server/benchmarks/import-files.ts");
  if (dryRun && location.engine === "pglite" && location.folder === null) return previewFiles(benchmark, files, parts);
  const { openDatabase } = await import("../../server/main.ts");
  const opened = await openDatabase(location);
  try {
    return await withConsent(options, (replace) =>
      importFiles(opened.database, benchmark, files, { replace, dryRun, ...parts, viewer: ADMIN }),
    );
  } finally {
    await opened.close();
  }
}
