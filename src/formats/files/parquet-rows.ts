import { ImportError } from "../../domain/import-error.ts";
import type { ImportFile } from "./import-file.ts";
import { exactInteger } from "./long-integers.ts";
import { decodeParquet } from "./parquet-worker.ts";
import { RecordReader } from "./record-reader.ts";

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
