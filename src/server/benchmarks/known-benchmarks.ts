import type { ImportHead } from "../../domain/import-batch.ts";
import { TAXONOMIES } from "../../domain/taxonomy.ts";
import { DEMO_BENCHMARK } from "../../formats/demo/demo-benchmark.ts";
import type { BenchmarkAbout } from "./benchmark-writes.ts";

/** The benchmarks that exist before anything is imported. */
export const KNOWN_BENCHMARKS: readonly BenchmarkAbout[] = TAXONOMIES.map(
  ({ slug, title, description, license, homepage }) => ({
    slug,
    title,
    description,
    license,
    homepage,
    synthetic: false,
  }),
);

/** The description of a batch's benchmark. */
export function aboutBenchmark(batch: ImportHead): BenchmarkAbout {
  const known = KNOWN_BENCHMARKS.find(({ slug }) => slug === batch.benchmark);
  const synthetic = batch.benchmark === DEMO_BENCHMARK;
  return known ?? { ...UNTITLED, slug: batch.benchmark, title: batch.benchmark, ...batch.about, synthetic };
}

const UNTITLED = { description: null, license: null, homepage: null };
