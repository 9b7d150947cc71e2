import type { Database } from "../../../src/server/db/database.ts";
import { openDatabase } from "../../../src/server/main.ts";
import { runServices } from "../../../src/server/runs/submission/run-services.ts";
import { seedDatabase } from "../../../src/server/upkeep/seed-database.ts";

/** The questions of the demo. */
const QUESTIONS = 480;
const BYTES = QUESTIONS / 8;

/**
 * SQL that inserts scored runs over the demo. Each run has its own model, and its answers are right at random. It has no
 * predictions, so it chose no option. This is stored as well, because a server computes missing choices after its start.
 */
const statements = (count: number): readonly string[] => [
  `insert into models (slug, name) select 'many-' || i, 'Many ' || i from generate_series(1, ${count}) i`,
  `insert into runs (benchmark_id, release_id, model_id, inputs, visibility, status, owner, idempotency_key, input_hash)
   select r.benchmark_id, r.id, m.id, array['VIDEO'], 'PUBLIC', 'SCORED', 'many', m.slug, ''
   from releases r join benchmarks b on b.id = r.benchmark_id and b.slug = 'omnidex-demo'
     join models m on m.slug like 'many-%' order by m.id`,
  `insert into scores (run_id, revision, extractor, extractor_version, key_revision, length, answered, correct, unparsed,
     errored, unscored, choices, value)
   select id, 1, 'many', '1', 1, ${QUESTIONS}, decode(repeat('ff', ${BYTES}), 'hex'),
     substring(decode((select string_agg(md5(id || ':' || i), '') from generate_series(1, 4) i), 'hex') for ${BYTES}),
     decode(repeat('00', ${BYTES}), 'hex'), decode(repeat('00', ${BYTES}), 'hex'), decode(repeat('00', ${BYTES}), 'hex'),
     decode(repeat('00', ${QUESTIONS}), 'hex'), 0.5
   from runs where owner = 'many'`,
];

/** Adds runs to the demo in a database that no server uses yet. */
export async function insertRuns(database: Database, count: number): Promise<void> {
  for (const text of statements(count)) await database.query({ text, params: [] });
}

/** Adds runs to the demo in a data folder that no server has open. Creates the database and the demo if they are missing. */
export async function addRuns(folder: string, count: number): Promise<void> {
  const { database, close } = await openDatabase({ engine: "pglite", folder });
  await seedDatabase(runServices(database));
  await insertRuns(database, count);
  await close();
}
