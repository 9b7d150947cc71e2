import { ImportError } from "../domain/import-error.ts";
import { readAviBench } from "./avi-bench.ts";
import { benchmarkOf } from "./foreign-file.ts";
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
 * The reader for a benchmark's slug. A file in Omnidex's own format is accepted for every slug, and must name that slug.
 * Other files are read by the benchmark's own reader, if it has one.
 */
export function readerOf(slug: string): ImportReader {
  const own = omnidexReader(slug);
  const official = READERS.get(slug);
  if (official === undefined) return withHint(own);
  return async (files, records) => (isOmnidexFile(files) ? own(files, records) : official(files, records));
}

/**
 * The reader of Omnidex's own format. If the file looks like the own file of a built-in benchmark, the error names that
 * benchmark.
 */
const withHint =
  (own: ImportReader): ImportReader =>
  async (files, records) => {
    try {
      return await own(files, records);
    } catch (error) {
      const [file] = files;
      const slug = error instanceof ImportError && file !== undefined ? await benchmarkOf(file) : null;
      if (file === undefined || slug === null) throw error;
      const expected = "one JSON object in Omnidex's own format, with a 'benchmark'";
      throw new ImportError(file.name, expected, `what looks like a file of ${slug}; import it under that name`);
    }
  };

/** The importer for a benchmark's slug, which gathers the records of its reader in a batch. */
export const importerOf = (slug: string): Importer => gathering(readerOf(slug));
