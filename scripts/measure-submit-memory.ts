/**
 * Measures the memory that a client needs to submit a large result file: the peak resident size of a separate
 * process, against a server that accepts everything and stores nothing. Prints a line for each source and asserts nothing:
 * `npx tsx scripts/measure-submit-memory.ts`, with the size in megabytes as argument (2,000 by default). Nothing is
 * written to disk: rows are generated while they are read, twice each, and the file is a named pipe.
 */
import { submitInProcess } from "../test/sdk/support/submit-memory.ts";

const megabytes = Number(process.argv[2] ?? 2_000);
for (const [kind, size] of [
  ["function", 1],
  ["function", megabytes],
  ["iterable", megabytes],
  ["file", megabytes],
] as const) {
  const { rows, peakMb, seconds } = await submitInProcess(kind, size);
  console.log(`${kind} of ${size} MB, ${rows} rows: ${peakMb.toFixed(0)} MB at most, ${seconds.toFixed(1)} s`);
}
