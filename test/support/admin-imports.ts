import type { ImportBatch } from "../../src/domain/import-batch.ts";
import type { ImportReport } from "../../src/domain/import-report.ts";
import { ADMIN } from "../../src/domain/viewer.ts";
import * as batches from "../../src/server/benchmarks/import-benchmark.ts";
import * as files from "../../src/server/benchmarks/import-files.ts";
import type { ImportOptions } from "../../src/server/benchmarks/replace-release.ts";
import type { Database } from "../../src/server/db/database.ts";

/** The options of an import, except for its viewer, who is always an administrator here. */
export type AdminImport = Omit<ImportOptions, "viewer">;

/** Imports a release that is in memory, as an administrator. */
export const importBenchmark = (
  database: Database,
  batch: ImportBatch,
  options: AdminImport = {},
): Promise<ImportReport> => batches.importBenchmark(database, batch, { ...options, viewer: ADMIN });

/** Imports a benchmark's files, as an administrator. */
export const importFiles = (
  database: Database,
  benchmark: string,
  given: readonly files.ImportFile[],
  options: AdminImport = {},
): Promise<ImportReport> => files.importFiles(database, benchmark, given, { ...options, viewer: ADMIN });
