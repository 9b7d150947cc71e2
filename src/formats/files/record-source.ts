import { ImportError } from "../../domain/import-error.ts";
import { ndjsonRecords } from "./json-lines.ts";
import { arrayRecords, keyedRecords, objectRecords, RECORD_LISTS } from "./json-records.ts";
import { parquetRecords } from "./parquet-rows.ts";
import { baseNameOf, type RecordSource, type SubmissionFile } from "./submission-file.ts";
import { tableRecords } from "./table-records.ts";
import { Utf8Decoder } from "./utf8-decoder.ts";
import { xlsxRecords } from "./xlsx-records.ts";
import { inspectRecords, isInspectArchive, ZipArchive } from "./zip-archive.ts";

/** The container format of a file's records. */
type Container = "parquet" | "zip" | "json-array" | "json-object" | "json-by-key" | "ndjson" | "tsv" | "csv";

/** How many bytes of a file are read to detect its container. */
const HEAD = 1 << 16;

const PICKLE = "a Python pickle, which is a program and is not run; save it as JSON";
/** Unsupported formats, by their first bytes. */
const FOREIGN: readonly (readonly [description: string, magic: readonly number[]])[] = [
  ["a PNG picture", [0x89, 0x50, 0x4e, 0x47]],
  ["a JPEG picture", [0xff, 0xd8, 0xff]],
  ["a PDF document", [0x25, 0x50, 0x44, 0x46]],
  ["an old Excel file (.xls); save it as .xlsx", [0xd0, 0xcf, 0x11, 0xe0]],
  ["a gzip archive within another; unpack it first", [0x1f, 0x8b]],
  ["a Zstandard archive; unpack it first", [0x28, 0xb5, 0x2f, 0xfd]],
  ["a bzip2 archive; unpack it first", [0x42, 0x5a, 0x68]],
  ["an xz archive; unpack it first", [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ["an Arrow file; save it as Parquet", [0x41, 0x52, 0x52, 0x4f, 0x57, 0x31]],
  [PICKLE, [0x5d, 0x71]],
  [PICKLE, [0x7d, 0x71]],
  [PICKLE, [0x80, 0x02]],
  [PICKLE, [0x80, 0x03]],
  [PICKLE, [0x80, 0x04, 0x95]],
  [PICKLE, [0x80, 0x05, 0x95]],
  ["an SQLite database", [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65]],
  ["UTF-16 text; save it as UTF-8", [0xff, 0xfe]],
  ["UTF-16 text; save it as UTF-8", [0xfe, 0xff]],
];
/** Texts that users submit by mistake in place of a result file, such as the page of a download. */
const FOREIGN_TEXTS: readonly (readonly [description: string, pattern: RegExp])[] = [
  // Protocol 0, in text: a dictionary, a list, a tuple, or a class's object.
  [PICKLE, /^(?:\([dlt]p?\d+|c(?:copy_?reg|__builtin__|builtins|pandas|numpy)[\w.]*)\r?\n/],
  ["a web page; download the file itself", /^<(?:!doctype html|html)/i],
  ["a pointer of Git LFS; `git lfs pull` fetches the file", /^version https:\/\/git-lfs/],
  ["a table with semicolons; save it with commas", /^(?:sep=;|[^\n]*\w"?;"?\w)/],
  ["a table with '|'; save it with commas", /^[^\n]*\w"?\|"?\w/],
];
/** Whether text is UTF-16 without a byte order mark: each second byte of ASCII characters is zero. */
const isBareUtf16 = ([first, second]: Uint8Array): boolean =>
  first !== undefined && second !== undefined && (first === 0) !== (second === 0) && first + second < 0x80;
const PARQUET = [0x50, 0x41, 0x52, 0x31];
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const EXPECTED = "a result file";

/**
 * Detects the container of a file from its first bytes, because its extension may be wrong.
 * @throws {ImportError} for an empty file and for a file that cannot hold records
 */
async function containerOf(file: SubmissionFile): Promise<Container> {
  const head = await file.read(0, HEAD);
  const name = baseNameOf(file);
  if (head.length === 0) throw new ImportError(name, EXPECTED, "an empty file");
  const startsWith = (magic: readonly number[]): boolean => magic.every((byte, index) => head[index] === byte);
  if (startsWith(PARQUET)) return "parquet";
  if (startsWith(ZIP)) return "zip";
  const foreign = FOREIGN.find(([, magic]) => startsWith(magic));
  if (foreign !== undefined) throw new ImportError(name, EXPECTED, foreign[0]);
  if (isBareUtf16(head)) throw new ImportError(name, EXPECTED, "UTF-16 text; save it as UTF-8");
  return textContainer(textOf(head, name), name);
}

/** The text of a file's head, without a character that is cut off at its end. */
function textOf(head: Uint8Array, name: string): string {
  return new Utf8Decoder(name).decode(head);
}

/** White space and comments. */
const LEADING_COMMENTS = /^(?:\s+|\/\/[^\n]*(?:\n|$)|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)+/;

function textContainer(head: string, name: string): Container {
  const text = head.replace(LEADING_COMMENTS, "");
  if (text === "") throw new ImportError(name, EXPECTED, "only white space");
  if (text.startsWith("[")) return "json-array";
  if (text.startsWith("{")) return isByKey(text) ? "json-by-key" : isWrapper(text) ? "json-object" : "ndjson";
  const firstLine = text.split("\n", 1)[0] ?? "";
  if (firstLine.includes("\t")) return "tsv";
  if (firstLine.includes(",")) return "csv";
  const expected = `${EXPECTED}: JSON, NDJSON, a table with commas or tabs`;
  const found = FOREIGN_TEXTS.find(([, pattern]) => pattern.test(text))?.[0];
  throw new ImportError(name, expected, found ?? JSON.stringify(firstLine.trimEnd().slice(0, 40)));
}

/** The first member, whose value is not a list, or is an object with an output. */
const FIRST_MEMBER = /^\{\s*"((?:[^"\\]|\\.){1,500})"\s*:\s*(?:[^\s[{]|\{[^{}]*"(?:response|prediction|error)"\s*:)/;

/**
 * Whether a text that begins with `{` is a single object whose members are named by the keys or texts of questions:
 * `{"001-1": "A", …}`. Names of fields have no digits and no three words.
 */
function isByKey(text: string): boolean {
  const name = FIRST_MEMBER.exec(text)?.[1] ?? "";
  const [line = "", next = ""] = text.split("\n", 2);
  const isLines = line.trimEnd().endsWith("}") && next.startsWith("{");
  return !isLines && (/\d/.test(name) || /\S\s+\S+\s+\S/.test(name));
}

/**
 * Whether a text that begins with `{` is a single object with all records, and not the first line of NDJSON. A single
 * object spans several lines, or contains a list of records.
 */
function isWrapper(text: string): boolean {
  const firstLine = text.split("\n", 1)[0]?.trim() ?? "";
  if (firstLine.endsWith("}") && text.slice(firstLine.length).trimStart().startsWith("{")) return false;
  if (firstLine === "{" || [...RECORD_LISTS].some((list) => new RegExp(`"${list}"\\s*:\\s*\\[`).test(firstLine)))
    return true;
  return !firstLine.endsWith("}") && text.length < HEAD / 2 && text.includes("\n") && !/\n\s*\{/.test(text);
}

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
    case "json-by-key":
      return keyedRecords(file);
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
