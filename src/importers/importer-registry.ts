import { readAviBench } from "./avi-bench.ts";
import { gathering, type Importer, type ImportReader } from "./importer.ts";
import { readMmworld } from "./mmworld.ts";
import { isOmnidexFile, omnidexReader } from "./omnidex.ts";
import { readOmniVideoBench } from "./omnivideobench.ts";
import { readWorldSense } from "./worldsense.ts";

const READERS: ReadonlyMap<string, ImportReader> = new Map([
  ["worldsense", readWorldSense],
  ["mmworld", readMmworld],
  ["omnivideobench", readOmniVideoBench],
  ["avi-bench", readAviBench],
]);

/**
 * The reader for a benchmark's slug. A file in Omnidex's own format is read as such under every slug, and must name the
 * same one. Other files are read by the benchmark's own reader, if it has one.
 */
export function readerOf(slug: string): ImportReader {
  const own = omnidexReader(slug);
  const official = READERS.get(slug);
  if (official === undefined) return own;
  return async (files, records) => (isOmnidexFile(files) ? own(files, records) : official(files, records));
}

/** The importer for a benchmark's slug, which gathers the records of its reader in a batch. */
export const importerOf = (slug: string): Importer => gathering(readerOf(slug));
