import { ImportError } from "../../domain/import-error.ts";
import { piecesFrom, sourceOf } from "./byte-source.ts";
import type { ImportFile } from "./importer.ts";
import { Utf8Decoder } from "./utf8-decoder.ts";

/** The kind of a file, detected from its content, because its extension may be wrong. */
export type FileKind = "json" | "table" | "parquet";

/** Unsupported formats that are passed by mistake, by their first bytes. */
const FOREIGN: readonly (readonly [description: string, magic: readonly number[]])[] = [
  ["a gzip archive within another; unpack it first", [0x1f, 0x8b]],
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

/** The base name of a file, for messages. */
export const baseName = (file: ImportFile): string => file.name.slice(file.name.lastIndexOf("/") + 1);

/**
 * The kind of a file.
 * @throws {ImportError} for an empty file, an archive, and bytes that are not text.
 */
export function fileKind(file: ImportFile): FileKind {
  const source = sourceOf(file);
  if (startsWith(source.read(0, Math.min(PARQUET_MAGIC.length, source.size)), PARQUET_MAGIC)) return "parquet";
  const first = inspectText(file);
  return first === "{" || first === "[" ? "json" : "table";
}

/**
 * Validates a text file in pieces and returns its first character that is not white space.
 * @throws {ImportError} for an empty file and for bytes that are not UTF-8.
 */
export function inspectText(file: ImportFile): string {
  const source = sourceOf(file);
  if (source.size === 0) throw new ImportError(file.name, "content", "an empty file");
  const beginning = source.read(0, Math.min(8, source.size));
  const foreign = FOREIGN.find(([, magic]) => startsWith(beginning, magic));
  if (foreign !== undefined) throw new ImportError(file.name, "a text or Parquet file", foreign[0]);
  let first = "";
  for (const text of decode(file)) if (first === "") first = text.trimStart().slice(0, 1);
  if (first === "") throw new ImportError(file.name, "content", "only white space");
  return first;
}

/**
 * A text file's content, without a byte order mark.
 * @throws {ImportError} for an empty file and for bytes that are not UTF-8.
 */
export function readText(file: ImportFile): string {
  inspectText(file);
  return new TextDecoder("utf-8").decode(file.bytes);
}

function* decode(file: ImportFile): Generator<string> {
  const decoder = new Utf8Decoder(file.name);
  for (const piece of piecesFrom(sourceOf(file), 0)) yield decoder.decode(piece);
  yield decoder.end();
}
