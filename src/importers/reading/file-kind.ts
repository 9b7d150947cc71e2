import { ImportError } from "../../domain/import-error.ts";
import type { ImportFile } from "../importer.ts";

/** What a file holds, by its content: a name's extension may lie. */
export type FileKind = "json" | "table" | "parquet";

/** Formats that are given by mistake, by their first bytes. */
const FOREIGN: readonly (readonly [description: string, magic: readonly number[]])[] = [
  ["a gzip archive; unpack it first", [0x1f, 0x8b]],
  ["a ZIP archive or a spreadsheet; unpack it or save it as TSV first", [0x50, 0x4b, 0x03, 0x04]],
  ["a Zstandard archive; unpack it first", [0x28, 0xb5, 0x2f, 0xfd]],
  ["a bzip2 archive; unpack it first", [0x42, 0x5a, 0x68]],
  ["an xz archive; unpack it first", [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ["an Arrow file", [0x41, 0x52, 0x52, 0x4f, 0x57, 0x31]],
  ["an SQLite database", [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65]],
  ["UTF-16 text; save it as UTF-8", [0xff, 0xfe]],
  ["UTF-16 text; save it as UTF-8", [0xfe, 0xff]],
];
const PARQUET_MAGIC = [0x50, 0x41, 0x52, 0x31];

const startsWith = (bytes: Uint8Array, magic: readonly number[]): boolean =>
  magic.every((byte, index) => bytes[index] === byte);

/** The base name of a file, which is what messages call it. */
export const baseName = (file: ImportFile): string => file.name.slice(file.name.lastIndexOf("/") + 1);

/**
 * The kind of a file.
 * @throws {ImportError} for an empty file, an archive, and bytes that are no text.
 */
export function fileKind(file: ImportFile): FileKind {
  if (startsWith(file.bytes, PARQUET_MAGIC)) return "parquet";
  const text = readText(file).trimStart();
  return text.startsWith("{") || text.startsWith("[") ? "json" : "table";
}

/**
 * A text file's content, without a byte order mark.
 * @throws {ImportError} for what is no UTF-8 text, and for nothing at all.
 */
export function readText(file: ImportFile): string {
  if (file.bytes.length === 0) throw new ImportError(file.name, "content", "an empty file");
  const foreign = FOREIGN.find(([, magic]) => startsWith(file.bytes, magic));
  if (foreign !== undefined) throw new ImportError(file.name, "a text or Parquet file", foreign[0]);
  const text = decode(file);
  if (text.trim() === "") throw new ImportError(file.name, "content", "only white space");
  return text;
}

function decode(file: ImportFile): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file.bytes);
  } catch {
    throw new ImportError(file.name, "UTF-8 text", "bytes that are no UTF-8 text");
  }
}
