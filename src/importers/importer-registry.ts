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
 * The reader of a benchmark's slug. Every slug has one: a benchmark without a format of its own comes in Omnidex's,
 * whose file must name the same slug.
 */
export const readerOf = (slug: string): ImportReader => READERS.get(slug) ?? omnidexReader(slug);

/** The importer of a benchmark's slug: its reader, and a batch of all that it read. */
export const importerOf = (slug: string): Importer => gathering(readerOf(slug));
