import { badInput } from "../../domain/errors.ts";
import type { ImportFile } from "../../importers/importer.ts";
import { readerOf } from "../../importers/importer-registry.ts";
import type { Database } from "../db/database.ts";
import { type ImportReport, importContent } from "./import-benchmark.ts";
import { ImportContent } from "./imports/import-content.ts";
import type { ReplaceOptions } from "./imports/replace-release.ts";
import { withUnpackedFiles } from "./imports/unpacked-files.ts";

export type { ImportFile };

/**
 * Reads a benchmark's files, which may be packed with gzip, and stores them as a release.
 * @throws `BAD_USER_INPUT`, an `ImportError` for a broken file, with the path of the record and what was expected
 * @throws `CONFLICT` as `importContent` does
 */
export async function importFiles(
  database: Database,
  benchmark: string,
  files: readonly ImportFile[],
  options: ReplaceOptions = {},
): Promise<ImportReport> {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(benchmark)) {
    throw badInput(
      `A benchmark's slug has lower-case letters, digits and single hyphens; got '${benchmark.slice(0, 80)}'.`,
    );
  }
  const content = new ImportContent();
  try {
    const head = await withUnpackedFiles(files, (plain) => readerOf(benchmark)(plain, content));
    return await importContent(database, head, content, options);
  } finally {
    content.close();
  }
}
