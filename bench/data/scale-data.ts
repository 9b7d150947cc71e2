import { once } from "node:events";
import type { Writable } from "node:stream";
import postgres from "postgres";
import { ADMIN } from "../../src/domain/viewer.ts";
import { importBenchmark } from "../../src/server/benchmarks/import-benchmark.ts";
import { openPostgresDatabase } from "../../src/server/db/postgres/postgres-database.ts";
import type { StoredVectors } from "../../src/server/memory/score-queries.ts";
import { requireCurrentRelease } from "../../src/server/runs/submission/run-admission.ts";
import { runServices } from "../../src/server/runs/submission/run-services.ts";
import { seedDatabase } from "../../src/server/upkeep/seed-database.ts";
import { recordSeed } from "../../src/server/upkeep/seed-writes.ts";
import { benchmarkBatch } from "./benchmark-batch.ts";
import { type DataSize, questionsPerBenchmark } from "./data-size.ts";
import { fillChoices } from "./fill-choices.ts";
import { runOutcomes } from "./run-outcomes.ts";
import { insertPredictions } from "./scale-predictions.ts";

/** The number of runs of a benchmark, and whether their predictions are stored, too. */
export interface Scale {
  readonly benchmark: string;
  readonly runs: number;
  readonly predictions: boolean;
}

/** Fills an empty database with one benchmark and the given number of runs over it. */
export async function prepareScale(url: string, size: DataSize, scale: Scale): Promise<void> {
  const database = openPostgresDatabase(url);
  const sql = postgres(url, { max: 4, onnotice: () => {} });
  try {
    await database.migrate();
    await recordSeed(database, "demo", "1");
    await seedDatabase(runServices(database));
    await sql`insert into models (slug, name) select 'scale-' || i, 'Scale ' || i from generate_series(1, 200) i`;
    await importBenchmark(database, benchmarkBatch(0, size), { viewer: ADMIN });
    await copyRuns(sql, await requireCurrentRelease(database, scale.benchmark), scale, size);
    await fillChoices(database);
    // An index for the GROUP BY over predictions.
    if (scale.predictions) await sql.unsafe("create index on predictions (ordinal) include (run_id, score)");
    await sql.unsafe("vacuum analyze");
  } finally {
    await sql.end();
    await database.close();
  }
}

type Target = Awaited<ReturnType<typeof requireCurrentRelease>>;

/** Uses COPY, because inserting a hundred thousand runs row by row would take minutes. */
async function copyRuns(sql: postgres.Sql, target: Target, scale: Scale, size: DataSize): Promise<void> {
  const first = await insertRuns(sql, target, scale);
  await sql.begin(async (tx) => {
    await tx.unsafe("set local session_replication_role = replica");
    await copyVectors(tx, first, scale, size);
  });
  if (scale.predictions) await insertPredictions(sql);
}

/** Inserts the runs, and returns the id of the first run. The other ids follow it without a gap. */
async function insertRuns(sql: postgres.Sql, { benchmark, release }: Target, scale: Scale): Promise<number> {
  const [row] = await sql<{ first: number }[]>`
    with made as (
      insert into runs (benchmark_id, release_id, model_id, inputs, visibility, status, owner, idempotency_key, input_hash,
        finalized_at)
      select ${benchmark}, ${release}, m.id, '{VIDEO,AUDIO}', 'PUBLIC', 'SCORED', 'bench', ${scale.benchmark}::text || i, i::text, now()
      from generate_series(1, ${scale.runs}::int) i join models m on m.slug = 'scale-' || (i % 200 + 1)
      order by i returning id)
    select min(id) as first from made`;
  return row?.first ?? 0;
}

async function copyVectors(tx: postgres.TransactionSql, first: number, { runs }: Scale, size: DataSize): Promise<void> {
  const copy: Writable = await tx.unsafe(VECTOR_COPY).writable();
  const questions = questionsPerBenchmark(size);
  for (let run = 0; run < runs; run++) {
    const { vectors } = runOutcomes(run, questions, size.predictionsPerRun);
    if (!copy.write(vectorLine(first + run, vectors))) await once(copy, "drain");
  }
  copy.end();
  await once(copy, "finish");
}

const VECTOR_COPY = `copy scores (run_id, revision, extractor, extractor_version, key_revision, length, answered, correct,
  unparsed, errored, unscored) from stdin`;

function vectorLine(run: number, { answered, correct, unparsed, errored, unscored }: StoredVectors): string {
  const bytes = [answered, correct, unparsed, errored, unscored].map(
    (set) => `\\\\x${Buffer.from(set.bytes).toString("hex")}`,
  );
  return `${run}\t1\tomnidex\t1\t1\t${answered.length}\t${bytes.join("\t")}\n`;
}
