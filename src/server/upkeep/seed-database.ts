import { readFile } from "node:fs/promises";
import { ADMIN, type Viewer } from "../../domain/viewer.ts";
import { DEMO_BENCHMARK, demoBatch } from "../../formats/demo/demo-benchmark.ts";
import { demoRuns } from "../../formats/demo/demo-runs.ts";
import { parsePublishedResults } from "../../formats/papers/published-results.ts";
import { lockInitialData } from "../benchmarks/benchmark-locks.ts";
import { lockBenchmark } from "../benchmarks/benchmark-writes.ts";
import { importBenchmark } from "../benchmarks/import-benchmark.ts";
import { KNOWN_BENCHMARKS } from "../benchmarks/known-benchmarks.ts";
import { dataFile } from "../config/project-root.ts";
import type { Database, Queryable } from "../db/database.ts";
import type { RunServices } from "../runs/submission/run-services.ts";
import { submitRun } from "../runs/submission/submission-pipeline.ts";
import { fetchSeedVersion, recordSeed, replacePublishedResults } from "./seed-writes.ts";

/** A part of the initial data. A new version of it is loaded at the next start. */
interface Seed {
  readonly name: string;
  readonly version: string;
  readonly plant: (tx: Queryable) => Promise<void>;
}

/** The owner of the demo's runs, for whom no key exists. */
const DEMO_OWNER: Viewer = { owner: "omnidex", admin: false };

/**
 * Loads the initial data: the built-in benchmarks, the figures that their papers print, and the synthetic demo with its
 * runs. Does nothing if they are present. Several processes may call it at once.
 * @param progress called with each slow step before it starts; not called if everything is present
 */
export async function seedDatabase(services: RunServices, progress: StartProgress = () => {}): Promise<void> {
  const { database } = services;
  await plantSeed(database, { name: "benchmarks", version: "1", plant: plantBenchmarks });
  await plantSeed(database, { name: "published-results", version: "2", plant: plantPublishedResults }, () =>
    progress("loading the figures that papers print"),
  );
  if ((await fetchSeedVersion(database, "demo")) === "1") return;
  progress("importing the synthetic demo benchmark");
  // Each step is idempotent, so the next start completes an interrupted one.
  await importBenchmark(database, demoBatch(), { replace: true, viewer: ADMIN });
  const runs = demoRuns();
  for (const [index, { predictions, ...run }] of runs.entries()) {
    progress(`scoring the demo's run ${index + 1} of ${runs.length}`);
    const rest = { visibility: "PUBLIC", idempotencyKey: `${DEMO_BENCHMARK}:${index}` } as const;
    await submitRun({ ...services, numbers: "IN_TURN" }, DEMO_OWNER, {
      ...run,
      ...rest,
      benchmark: DEMO_BENCHMARK,
      predictions,
    });
  }
  await plantSeed(database, { name: "demo", version: "1", plant: async () => {} });
}

/** Called with a step that takes a while, before it starts: "scoring the demo's run 1 of 3". */
export type StartProgress = (step: string) => void;

async function plantSeed(
  database: Database,
  { name, version, plant }: Seed,
  onPlant: () => void = () => {},
): Promise<void> {
  if ((await fetchSeedVersion(database, name)) === version) return;
  onPlant();
  await database.transaction(async (tx) => {
    // Servers that start together load the seeds one after the other.
    await lockInitialData(tx);
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
