import { ImportError } from "../../domain/import-error.ts";
import type { ImportFile } from "../importer.ts";
import { fileKind, readText } from "./file-kind.ts";
import { JsonDocument } from "./json-document.ts";
import { parseJson } from "./json-scanner.ts";
import { readParquet } from "./parquet-rows.ts";
import { RecordReader } from "./record-reader.ts";
import { readTable } from "./table-rows.ts";

/** The parsed content of a file, not yet interpreted. */
export type Document =
  | { readonly kind: "json"; readonly root: RecordReader }
  | { readonly kind: "rows"; readonly encoding: "tsv" | "parquet"; readonly rows: readonly RecordReader[] };

/**
 * Reads a file of any supported syntax, which is detected from its content.
 * @throws {ImportError}
 */
export async function readDocument(file: ImportFile): Promise<Document> {
  const kind = fileKind(file);
  if (kind === "json") return { kind: "json", root: readJson(file) };
  if (kind === "parquet") return { kind: "rows", encoding: "parquet", rows: await readParquet(file) };
  return { kind: "rows", encoding: "tsv", rows: readTable(file) };
}

/** The content of a file, where JSON is read record by record. */
export type OpenDocument =
  | { readonly kind: "json"; readonly document: JsonDocument }
  | { readonly kind: "rows"; readonly encoding: "tsv" | "parquet"; readonly rows: readonly RecordReader[] };

/**
 * Like `readDocument`, without reading a whole JSON file into memory.
 * @throws {ImportError}
 */
export async function openDocument(file: ImportFile): Promise<OpenDocument> {
  const kind = fileKind(file);
  if (kind === "json") return { kind: "json", document: new JsonDocument(file) };
  if (kind === "parquet") return { kind: "rows", encoding: "parquet", rows: await readParquet(file) };
  return { kind: "rows", encoding: "tsv", rows: readTable(file) };
}

/**
 * Reads a file that must be JSON.
 * @throws {ImportError}
 */
export function readJson(file: ImportFile): RecordReader {
  return RecordReader.over(parseJson(readText(file), file.name), `${file.name}: $`);
}

/** The file of a benchmark that consists of one file. @throws {ImportError} for any other number of files */
export function onlyFile(files: readonly ImportFile[], expected: string): ImportFile {
  const [file, ...others] = files;
  if (file !== undefined && others.length === 0) return file;
  throw new ImportError("files", expected, files.length === 0 ? "none" : `${files.length} files`);
}
