import { readAviBench } from "./avi-bench.ts";
import { gathering, type Importer, type ImportReader } from "./importer.ts";
import { readMmworld } from "./mmworld.ts";
import { omnidexReader } from "./omnidex.ts";
import { readOmniVideoBench } from "./omnivideobench.ts";
import { readWorldSense } from "./worldsense.ts";

const READERS: ReadonlyMap<string, ImportReader> = new Map([
  ["worldsense", readWorldSense],
  ["mmworld", readMmworld],
  ["omnivideobench", readOmniVideoBench],
  ["avi-bench", readAviBench],
]);

/**
 * The reader for a benchmark's slug. Every slug has one: benchmarks without a reader of their own are read in Omnidex's
 * format, in which the file must name the same slug.
 */
export const readerOf = (slug: string): ImportReader => READERS.get(slug) ?? omnidexReader(slug);

/** The importer for a benchmark's slug, which gathers the records of its reader in a batch. */
export const importerOf = (slug: string): Importer => gathering(readerOf(slug));
