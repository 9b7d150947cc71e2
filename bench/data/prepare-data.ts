import { once } from "node:events";
import postgres from "postgres";
import { ADMIN } from "../../src/domain/viewer.ts";
import { importBenchmark } from "../../src/server/benchmarks/import-benchmark.ts";
import type { Database } from "../../src/server/db/database.ts";
import { openPostgresDatabase } from "../../src/server/db/postgres/postgres-database.ts";
import { publishModelOf, upsertModel } from "../../src/server/runs/model-writes.ts";
import { insertScores } from "../../src/server/runs/prediction-writes.ts";
import { insertRun } from "../../src/server/runs/run-writes.ts";
import { requireCurrentRelease } from "../../src/server/runs/submission/run-admission.ts";
import { runServices } from "../../src/server/runs/submission/run-services.ts";
import { seedDatabase } from "../../src/server/upkeep/seed-database.ts";
import { fetchSeedVersion, recordSeed } from "../../src/server/upkeep/seed-writes.ts";
import { benchmarkBatch } from "./benchmark-batch.ts";
import { benchmarkSlug, type DataSize, questionsPerBenchmark } from "./data-size.ts";
import { fillChoices } from "./fill-choices.ts";
import { addFloorExtras } from "./floor-extras.ts";
import { addPostgraphileFunctions } from "./postgraphile-functions.ts";
import { PREDICTION_COLUMNS, predictionLine, type RunOutcomes, runOutcomes } from "./run-outcomes.ts";

/** The version of the generated data. Increase it with every change to the data. */
const VERSION = 3;
const OWNER = "bench";

/**
 * Fills a database with synthetic benchmarks and runs, in Omnidex's own tables. Does nothing if it is already filled.
 */
export async function prepareData(url: string, size: DataSize): Promise<void> {
  const database = openPostgresDatabase(url);
  const copier = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await database.migrate();
    const version = `${VERSION}:${Object.values(size).join()}`;
    const present = await fetchSeedVersion(database, "bench");
    if (present === version) return;
    if (present !== undefined) throw new Error(`The database holds other bench data (${present}); give an empty one.`);
    await plantWithoutDemo(database);
    for (let index = 0; index < size.benchmarks; index++)
      await importBenchmark(database, benchmarkBatch(index, size), { viewer: ADMIN });
    await insertRuns(database, copier, size);
    await fillChoices(database);
    await addFloorExtras(copier);
    await addPostgraphileFunctions(copier);
    await copier.unsafe("vacuum analyze");
    await recordSeed(database, "bench", version);
  } finally {
    await copier.end();
    await database.close();
  }
}

/** Loads the initial data of a server without the demo, whose questions would otherwise be measured, too. */
async function plantWithoutDemo(database: Database): Promise<void> {
  await recordSeed(database, "demo", "1");
  await seedDatabase(runServices(database));
}

async function insertRuns(database: Database, copier: postgres.Sql, size: DataSize): Promise<void> {
  const target = await requireCurrentRelease(database, benchmarkSlug(0));
  const questions = questionsPerBenchmark(size);
  const models = await Promise.all(
    Array.from({ length: size.models }, (_, index) => upsertModel(database, "IN_TURN", OWNER, modelRecord(index))),
  );
  // Skips the foreign-key checks of millions of rows that are known to be valid.
  await copier.unsafe("set session_replication_role = replica");
  const copy = await copier.unsafe(`copy predictions (${PREDICTION_COLUMNS}) from stdin`).writable();
  for (let index = 0; index < size.runs; index++) {
    const outcomes = runOutcomes(index, questions, size.predictionsPerRun);
    const run = await insertRun(database, "IN_TURN", models[index % models.length]?.id ?? 0, runRecord(target, index));
    if (run === null) throw new Error("There are runs of the bench already.");
    await insertScores(database, run, { ...outcomes.vectors, choices: null }, provenance(outcomes, questions));
    await publishModelOf(database, run);
    const { vectors } = outcomes;
    const lines = outcomes.ordinals.map((ordinal) => predictionLine(run, ordinal, vectors)).join("");
    if (!copy.write(lines)) await once(copy, "drain");
  }
  copy.end();
  await once(copy, "finish");
}

const modelRecord = (index: number) => ({
  slug: `bench-model-${index + 1}`,
  name: `Bench model ${index + 1}`,
  parameters: null,
  organization: null,
  url: null,
});

const runRecord = (target: { benchmark: number; release: number }, index: number) => ({
  ...target,
  inputs: ["VIDEO", "AUDIO"] as const,
  frames: 32,
  seed: index,
  prompt: null,
  protocol: null,
  notes: null,
  reportUrl: null,
  visibility: "PUBLIC" as const,
  status: "SCORED" as const,
  judge: false,
  openEnded: false,
  confirmations: null,
  owner: OWNER,
  idempotencyKey: `bench:${index}`,
  inputHash: String(index),
});

const provenance = ({ vectors }: RunOutcomes, questions: number) => ({
  revision: 1,
  extractor: "omnidex",
  extractorVersion: "1",
  keyRevision: 1,
  value: vectors.correct.count() / questions,
  reason: null,
});
