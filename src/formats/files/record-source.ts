import { ImportError } from "../../domain/import-error.ts";
import { containerOf } from "./file-container.ts";
import { arrayRecords, objectRecords } from "./json-records.ts";
import { ndjsonRecords } from "./ndjson-records.ts";
import { parquetRecords } from "./parquet-records.ts";
import { baseNameOf, type SubmissionFile } from "./submission-file.ts";
import type { RecordSource } from "./submission-record.ts";
import { tableRecords } from "./table-records.ts";
import { xlsxRecords } from "./xlsx-records.ts";
import { ZipArchive } from "./zip-archive.ts";
import { inspectRecords, isInspectArchive } from "./zip-records.ts";

/**
 * The records of a file of any supported syntax, which is detected from its content.
 * @throws {ImportError}
 */
export async function openRecords(file: SubmissionFile): Promise<RecordSource> {
  switch (await containerOf(file)) {
    case "ndjson":
      return ndjsonRecords(file);
    case "json-array":
      return arrayRecords(file);
    case "json-object":
      return objectRecords(file);
    case "csv":
      return tableRecords(file, ",");
    case "tsv":
      return tableRecords(file, "\t");
    case "parquet":
      return parquetRecords(file);
    case "zip":
      return zipRecords(file);
  }
}

async function zipRecords(file: SubmissionFile): Promise<RecordSource> {
  const archive = await ZipArchive.open(file);
  if (archive.entries.has("xl/workbook.xml")) return xlsxRecords(file);
  if (isInspectArchive(archive)) return inspectRecords(archive);
  const names = [...archive.entries.keys()].slice(0, 3).join(", ");
  throw new ImportError(
    baseNameOf(file),
    "a spreadsheet or an Inspect log",
    `an archive of ${names || "nothing"}; unpack it first`,
  );
}
