import { spawn } from "node:child_process";
import { endsWithParent, firstMessage } from "./bounded-process.ts";

/** Far more than a whole benchmark needs, which unpacks to some tens of megabytes. */
const HEAP_LIMIT_MB = 512;
const MEMORY_LIMIT_MB = 1_024;
const UNPACKED_LIMIT_MB = 256;
const BASE_TIME_MS = 10_000;
/** The time limit per megabyte, for a slow machine under load. Usually a megabyte decodes in about 20 ms. */
const TIME_PER_MB_MS = 2000;

/** Plain JavaScript in a string, because a separate file would not survive bundling. */
const PROGRAM = `
async function decode({ hyparquet, compressors, bytes, most }) {
  const [reader, codecs] = await Promise.all([import(hyparquet), import(compressors)]);
  const file = new Uint8Array(bytes).buffer;
  const groups = reader.parquetMetadata(file).row_groups;
  const tooMuch = () => new Error("it unpacks to too much");
  const sizes = groups.flatMap((group) => group.columns.map((column) => Number(column.meta_data?.total_uncompressed_size ?? 0)));
  if (sizes.reduce((sum, size) => sum + size, 0) > most) throw tooMuch();
  // A byte order mark at the beginning of a text is part of it.
  const texts = new TextDecoder("utf-8", { ignoreBOM: true });
  const parsers = { stringFromBytes: (bytes) => bytes && texts.decode(bytes) };
  const rows = await reader.parquetReadObjects({ file, compressors: codecs.compressors, parsers });
  // Rows may share a text of the file's dictionary. Each gets a copy of its own where it is sent to.
  let left = most;
  const count = (value) => {
    if (left < 0) throw tooMuch();
    left -= typeof value === "string" ? value.length : 8;
    if (value instanceof Uint8Array) left -= value.length;
    else if (typeof value === "object" && value !== null) for (const member of Object.values(value)) count(member);
  };
  for (const row of rows) count(row);
  return rows;
}
process.once("message", (work) =>
  decode(work).then(
    (rows) => process.send({ rows }, () => process.exit()),
    (error) => process.send({ reason: String(error && error.message) }, () => process.exit()),
  ),
);
`;

/** A Parquet file's rows, or the reason why it could not be decoded. */
export type ParquetOutcome = { readonly rows: readonly unknown[] } | { readonly reason: string };

/**
 * Decodes Parquet in a separate process with limits on memory and time. The decoder trusts the counts in a file, so one
 * damaged byte can make it fill memory or loop for minutes. A worker thread would not contain this: V8 terminates the
 * whole process if a single allocation exceeds the thread's limit.
 */
export async function decodeParquet(bytes: Uint8Array): Promise<ParquetOutcome> {
  const program = `new (require("node:worker_threads").Worker)(${JSON.stringify(endsWithParent(process.pid))}, { eval: true });${PROGRAM}`;
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_LIMIT_MB}`, "-e", program], {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    // Structured clone, because rows contain dates, large integers and bytes.
    serialization: "advanced",
  });
  const order = {
    hyparquet: import.meta.resolve("hyparquet"),
    compressors: import.meta.resolve("hyparquet-compressors"),
    bytes,
    most: UNPACKED_LIMIT_MB * 2 ** 20,
  };
  const timeMs = BASE_TIME_MS + (bytes.length / 2 ** 20) * TIME_PER_MB_MS;
  try {
    return await firstMessage<ParquetOutcome>(child, order, { memoryMb: MEMORY_LIMIT_MB, timeMs });
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}
