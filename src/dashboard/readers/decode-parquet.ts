import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import type { ParquetOutcome } from "../../formats/files/parquet-worker.ts";

const UNPACKED_LIMIT = 256 * 2 ** 20;

/**
 * The browser's version of `formats/files/parquet-worker.ts`, which an alias of the bundler replaces with this file.
 * The readers already run in a worker of the page, and the user can stop it if a damaged file makes it loop.
 */
export async function decodeParquet(bytes: Uint8Array): Promise<ParquetOutcome> {
  try {
    const file = new Uint8Array(bytes).buffer;
    const columns = parquetMetadata(file).row_groups.flatMap((group) => group.columns);
    const sizes = columns.map((column) => Number(column.meta_data?.total_uncompressed_size ?? 0));
    if (sizes.reduce((sum, size) => sum + size, 0) > UNPACKED_LIMIT) return { reason: "it unpacks to too much" };
    // A byte order mark at the beginning of a text is part of it.
    const texts = new TextDecoder("utf-8", { ignoreBOM: true });
    const parsers = { stringFromBytes: (text: Uint8Array | undefined) => text && texts.decode(text) };
    return { rows: await parquetReadObjects({ file, compressors, parsers }) };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}
