import { Worker } from "node:worker_threads";

/** A whole benchmark unpacks to some tens of megabytes. */
const MEMORY_LIMIT_MB = 512;
const BASE_TIME_MS = 10_000;
/** A megabyte decodes in about 20 ms; this is for a slow machine under load. */
const TIME_PER_MB_MS = 2000;

/** Plain JavaScript in a string, because a worker's own file would not survive bundling. */
const PROGRAM = `
const { parentPort, workerData } = require("node:worker_threads");
async function decode({ hyparquet, compressors, bytes }) {
  const [reader, codecs] = await Promise.all([import(hyparquet), import(compressors)]);
  return reader.parquetReadObjects({ file: bytes.buffer, compressors: codecs.compressors });
}
decode(workerData).then(
  (rows) => parentPort.postMessage({ rows }),
  (error) => parentPort.postMessage({ reason: String(error && error.message) }),
);
`;

/** A Parquet file's rows, or why there are none. */
export type ParquetOutcome = { readonly rows: readonly unknown[] } | { readonly reason: string };

/**
 * Decodes Parquet in a thread of its own, with limits of memory and time: the decoder trusts the counts in a file, and
 * one damaged byte can make it fill memory or loop for minutes, which would take the whole server with it.
 */
export function decodeParquet(bytes: Uint8Array): Promise<ParquetOutcome> {
  const worker = new Worker(PROGRAM, {
    eval: true,
    workerData: {
      hyparquet: import.meta.resolve("hyparquet"),
      compressors: import.meta.resolve("hyparquet-compressors"),
      bytes: new Uint8Array(bytes),
    },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
  });
  return firstOutcome(worker, BASE_TIME_MS + (bytes.length / 2 ** 20) * TIME_PER_MB_MS);
}

async function firstOutcome(worker: Worker, timeMs: number): Promise<ParquetOutcome> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<ParquetOutcome>((resolve) => {
      timer = setTimeout(() => resolve({ reason: "reading it takes too long" }), timeMs);
      worker.once("message", resolve);
      worker.once("error", (error) => resolve({ reason: error.message }));
      worker.once("exit", () => resolve({ reason: "reading it ended early" }));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
