import { readFile } from "node:fs/promises";
import type { Viewer } from "../../domain/viewer.ts";
import { DEMO_BENCHMARK, demoBatch } from "../../importers/demo/demo-benchmark.ts";
import { demoRuns } from "../../importers/demo/demo-runs.ts";
import { parsePublishedResults } from "../../importers/published-results.ts";
import { lockBenchmark } from "../data/benchmark-writes.ts";
import { fetchSeedVersion, lockSeeds, recordSeed, replacePublishedResults } from "../data/seed-writes.ts";
import type { Database, Queryable } from "../db/database.ts";
import { dataFile } from "../project-root.ts";
import { importBenchmark } from "./import-benchmark.ts";
import { KNOWN_BENCHMARKS } from "./known-benchmarks.ts";
import type { RunServices } from "./submission/run-services.ts";
import { submitRun } from "./submission/submit-run.ts";

/** A part of the initial data. A new version of it is loaded at the next start. */
interface Seed {
  readonly name: string;
  readonly version: string;
  readonly plant: (tx: Queryable) => Promise<void>;
}

/** The owner of the demo's runs, which no key belongs to. */
const DEMO_OWNER: Viewer = { owner: "omnidex", admin: false };

/**
 * Loads the initial data: the built-in benchmarks, the figures that their papers print, and the synthetic
 * demo with its runs. Does nothing where it is all there; safe to call from several processes at once.
 */
export async function seedDatabase(services: RunServices): Promise<void> {
  await plantSeed(services.database, { name: "benchmarks", version: "1", plant: plantBenchmarks });
  await plantSeed(services.database, { name: "published-results", version: "1", plant: plantPublishedResults });
  if ((await fetchSeedVersion(services.database, "demo")) === "1") return;
  // Each step is idempotent by content, so a start that was broken off is completed by the next.
  await importBenchmark(services.database, demoBatch(), { replace: true });
  for (const [index, { predictions, ...run }] of demoRuns().entries()) {
    const rest = { visibility: "PUBLIC", idempotencyKey: `${DEMO_BENCHMARK}:${index}` } as const;
    await submitRun(services, DEMO_OWNER, { ...run, ...rest, benchmark: DEMO_BENCHMARK, predictions });
  }
  await plantSeed(services.database, { name: "demo", version: "1", plant: async () => {} });
}

async function plantSeed(database: Database, { name, version, plant }: Seed): Promise<void> {
  if ((await fetchSeedVersion(database, name)) === version) return;
  await database.transaction(async (tx) => {
    await lockSeeds(tx);
    if ((await fetchSeedVersion(tx, name)) === version) return;
    await plant(tx);
    await recordSeed(tx, name, version);
  });
}

async function plantBenchmarks(tx: Queryable): Promise<void> {
  for (const benchmark of KNOWN_BENCHMARKS) await lockBenchmark(tx, benchmark);
}

async function plantPublishedResults(tx: Queryable): Promise<void> {
  const file = dataFile("published-results.csv");
  await replacePublishedResults(tx, parsePublishedResults(await readFile(file, "utf8")));
}
