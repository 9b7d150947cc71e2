import { importAviBench } from "./avi-bench.ts";
import type { Importer } from "./importer.ts";
import { importMmworld } from "./mmworld.ts";
import { createOmnidexImporter } from "./omnidex.ts";
import { importOmniVideoBench } from "./omnivideobench.ts";
import { importWorldSense } from "./worldsense.ts";

const IMPORTERS: ReadonlyMap<string, Importer> = new Map([
  ["worldsense", importWorldSense],
  ["mmworld", importMmworld],
  ["omnivideobench", importOmniVideoBench],
  ["avi-bench", importAviBench],
]);

/**
 * The importer of a benchmark's slug. Every slug has one: a benchmark without a format of its own comes in Omnidex's,
 * whose file must name the same slug.
 */
export const importerOf = (slug: string): Importer => IMPORTERS.get(slug) ?? createOmnidexImporter(slug);
