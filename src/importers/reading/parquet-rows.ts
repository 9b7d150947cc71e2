import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { ImportError } from "../../domain/import-error.ts";
import type { ImportFile } from "../importer.ts";
import { RecordReader } from "./record-reader.ts";

/** Far above any benchmark; a damaged footer may claim anything, and the claim decides what is allocated. */
const MAX_ROWS = 5_000_000;
/** A column chunk that claims to unpack to more than this many times the file is damaged or hostile. */
const MAX_EXPANSION = 2000;

/**
 * The rows of a Parquet file, each an object.
 * @throws {ImportError} for a truncated or damaged file.
 */
export async function readParquet(file: ImportFile): Promise<readonly RecordReader[]> {
  const rows = await decodeRows(file);
  return rows.map((row, index) => RecordReader.over(plain(row), `${file.name}: row ${index + 1}`));
}

/** The reader throws errors of every class on damaged bytes; all of them mean the same to the caller. */
async function decodeRows(file: ImportFile): Promise<readonly unknown[]> {
  try {
    const buffer = new Uint8Array(file.bytes).buffer;
    requireSaneSizes(buffer);
    return await parquetReadObjects({ file: buffer, compressors });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ImportError(file.name, "a whole Parquet file", `a damaged one (${reason.slice(0, 120)})`);
  }
}

function requireSaneSizes(buffer: ArrayBuffer): void {
  const metadata = parquetMetadata(buffer);
  if (metadata.num_rows < 0n || metadata.num_rows > MAX_ROWS) throw new Error(`${metadata.num_rows} rows`);
  for (const chunk of metadata.row_groups.flatMap((group) => group.columns)) {
    const size = Number(chunk.meta_data?.total_uncompressed_size ?? 0n);
    if (size < 0 || size > buffer.byteLength * MAX_EXPANSION) throw new Error(`a column of ${size} bytes`);
  }
}

/** Parquet's own types as JSON has them: 64-bit integers to numbers, dates to ISO 8601, typed arrays to arrays. */
function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (ArrayBuffer.isView(value) && !(value instanceof DataView))
    return Array.from(value as unknown as Iterable<unknown>, plain);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}
