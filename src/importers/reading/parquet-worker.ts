import { type ChildProcess, spawn } from "node:child_process";

/** Far more than a whole benchmark needs, which unpacks to some tens of megabytes. */
const MEMORY_LIMIT_MB = 512;
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
  const sizes = groups.flatMap((group) => group.columns.map((column) => Number(column.meta_data?.total_uncompressed_size ?? 0)));
  if (sizes.reduce((sum, size) => sum + size, 0) > most) throw new Error("it unpacks to too much");
  // A byte order mark at the beginning of a text is part of it.
  const texts = new TextDecoder("utf-8", { ignoreBOM: true });
  const parsers = { stringFromBytes: (bytes) => bytes && texts.decode(bytes) };
  return reader.parquetReadObjects({ file, compressors: codecs.compressors, parsers });
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
export function decodeParquet(bytes: Uint8Array): Promise<ParquetOutcome> {
  const child = spawn(process.execPath, [`--max-old-space-size=${MEMORY_LIMIT_MB}`, "-e", PROGRAM], {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    // Structured clone, because rows contain dates, large integers and bytes.
    serialization: "advanced",
  });
  child.send({
    hyparquet: import.meta.resolve("hyparquet"),
    compressors: import.meta.resolve("hyparquet-compressors"),
    bytes,
    most: UNPACKED_LIMIT_MB * 2 ** 20,
  });
  return firstOutcome(child, BASE_TIME_MS + (bytes.length / 2 ** 20) * TIME_PER_MB_MS);
}

async function firstOutcome(child: ChildProcess, timeMs: number): Promise<ParquetOutcome> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<ParquetOutcome>((resolve) => {
      timer = setTimeout(() => resolve({ reason: "reading it takes too long" }), timeMs);
      child.once("message", (outcome) => resolve(outcome as ParquetOutcome));
      child.once("error", (error) => resolve({ reason: error.message }));
      child.once("exit", () => resolve({ reason: "reading it takes too much memory" }));
    });
  } finally {
    clearTimeout(timer);
    child.kill("SIGKILL");
  }
}
