import { ImportError } from "../../domain/import-error.ts";
import type { ImportFile } from "./importer.ts";
import { exactInteger } from "./long-integers.ts";
import { decodeParquet } from "./parquet-worker.ts";
import { RecordReader } from "./record-reader.ts";
import {
  baseNameOf,
  type RecordSource,
  type SubmissionFile,
  type SubmissionRecord,
  wholeFile,
} from "./submission-file.ts";

/**
 * The rows of a Parquet file, each an object.
 * @throws {ImportError} for a truncated or damaged file.
 */
export async function readParquet(file: ImportFile): Promise<readonly RecordReader[]> {
  const outcome = await decodeParquet(file.bytes);
  if ("reason" in outcome) {
    throw new ImportError(file.name, "a whole Parquet file", `a damaged one (${outcome.reason.slice(0, 120)})`);
  }
  return outcome.rows.map((row, index) => RecordReader.overRecord(() => plain(row), `${file.name}: row ${index + 1}`));
}

/**
 * Converts Parquet's types to JSON's: 64-bit integers to numbers, or to texts if JavaScript may round them; dates to
 * ISO 8601; typed arrays to arrays.
 */
function plain(value: unknown): unknown {
  if (typeof value === "bigint") return exactInteger(String(value));
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return Array.from(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}

/** The largest file: the worker holds both the file and its unpacked content. */
const LARGEST_FILE = 256 * 2 ** 20;

/**
 * The rows of a Parquet file, decoded in a separate process with limits on memory and time.
 * @throws {ImportError} for a file that is damaged or too large
 */
export const parquetRecords = (file: SubmissionFile): RecordSource => ({ head: {}, records: () => readRows(file) });

async function* readRows(file: SubmissionFile): AsyncGenerator<SubmissionRecord> {
  const name = baseNameOf(file);
  if (file.size > LARGEST_FILE) {
    throw new ImportError(name, `a Parquet file of at most ${LARGEST_FILE} bytes`, `${file.size}`);
  }
  const outcome = await decodeParquet(await wholeFile(file));
  if ("reason" in outcome) {
    throw new ImportError(name, "a whole Parquet file", `a damaged one (${outcome.reason.slice(0, 120)})`);
  }
  for (const [index, row] of outcome.rows.entries()) yield { value: row, place: `row ${index + 1}`, index };
}
