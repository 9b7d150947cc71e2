import { ImportError } from "../../domain/import-error.ts";
import { fileKind } from "./file-kind.ts";
import type { ImportFile } from "./import-file.ts";
import { JsonDocument } from "./json-document.ts";
import { isJsonLines, readJsonLines } from "./json-lines.ts";
import { readParquet } from "./parquet-rows.ts";
import type { RecordReader } from "./record-reader.ts";
import { readTable } from "./table-rows.ts";

/** The content of a file: a JSON document or rows. Rows, and the records of a document, are read one at a time. */
export type OpenDocument =
  | { readonly kind: "json"; readonly document: JsonDocument }
  | { readonly kind: "rows"; readonly encoding: "tsv" | "parquet" | "jsonl"; readonly rows: Iterable<RecordReader> };

/**
 * Reads a file of any supported syntax, which is detected from its content.
 * @throws {ImportError}
 */
export async function openDocument(file: ImportFile): Promise<OpenDocument> {
  const kind = fileKind(file);
  if (kind === "json" && isJsonLines(file)) return { kind: "rows", encoding: "jsonl", rows: readJsonLines(file) };
  if (kind === "json") return { kind: "json", document: new JsonDocument(file) };
  if (kind === "parquet") return { kind: "rows", encoding: "parquet", rows: await readParquet(file) };
  return { kind: "rows", encoding: "tsv", rows: readTable(file) };
}

/**
 * The records of a document that is an array or has rows.
 * @param expected what the records should be, for the error message
 * @throws {ImportError} for a document of another form
 */
export const recordsOf = (document: OpenDocument, expected: string): Iterable<RecordReader> =>
  document.kind === "rows" ? document.rows : document.document.elements(expected);

/** The encoding of a document, which becomes part of the name of a release's source. */
export const encodingOf = (document: OpenDocument): string => (document.kind === "rows" ? document.encoding : "json");

/** The file of a benchmark that consists of one file. @throws {ImportError} for any other number of files */
export function onlyFile(files: readonly ImportFile[], expected: string): ImportFile {
  const [file, ...others] = files;
  if (file !== undefined && others.length === 0) return file;
  throw new ImportError("files", expected, files.length === 0 ? "none" : `${files.length} files`);
}
