import { sql } from "drizzle-orm";
import type { Queryable } from "../db/database.ts";
import { benchmarks } from "../db/tables/benchmark-tables.ts";
import { challenges, concealedRuns, pseudonyms } from "../db/tables/challenge-tables.ts";
import { models, runs } from "../db/tables/run-tables.ts";
import { first, like, list, nullable, pick, type RowOf, typed } from "../db/typed-sql.ts";

/** A column of the run's model, or of its pseudonym while the run is anonymous. */
const card = (name: "parameters" | "organization" | "url") =>
  nullable(
    like(models[name], sql`case when ${pseudonyms.modelId} is null then ${models[name]} else ${pseudonyms[name]} end`),
  );

const stated = {
  benchmark: benchmarks.slug,
  requiredFields: challenges.requiredFields,
  modelName: models.name,
  ...pick(runs, "frames", "seed", "prompt"),
  notes: nullable(like(runs.notes, sql`coalesce(${concealedRuns.notes}, ${runs.notes})`)),
  reportUrl: nullable(like(runs.reportUrl, sql`coalesce(${concealedRuns.reportUrl}, ${runs.reportUrl})`)),
  parameters: card("parameters"),
  organization: card("organization"),
  url: card("url"),
};

/** The fields that a run states, with the fields that its benchmark's challenge requires. */
export type StatedFields = RowOf<typeof stated>;

/** The stated fields of a run; undefined if its benchmark hosts no challenge. */
export const fetchStatedFields = (tx: Queryable, run: number): Promise<StatedFields | undefined> =>
  first(
    tx.query(typed`
      select ${list(stated)} from ${runs} join ${models} on ${models.id} = ${runs.modelId}
        join ${benchmarks} on ${benchmarks.id} = ${runs.benchmarkId}
        join ${challenges} on ${challenges.benchmarkId} = ${runs.benchmarkId}
        left join ${pseudonyms} on ${pseudonyms.modelId} = ${models.id} and ${pseudonyms.namedAt} is null
        left join ${concealedRuns} on ${concealedRuns.runId} = ${runs.id}
      where ${runs.id} = ${run}::int`),
  );

const requiring = {
  benchmark: benchmarks.slug,
  requiredFields: challenges.requiredFields,
  ...pick(models, "parameters", "organization", "url"),
};

/** The benchmarks with a challenge in which a model has runs, with the model's description. Open runs do not count. */
export const fetchBenchmarksRequiring = (tx: Queryable, model: number): Promise<RowOf<typeof requiring>[]> =>
  tx.query(typed`
    select ${list(requiring)} from ${challenges} join ${benchmarks} on ${benchmarks.id} = ${challenges.benchmarkId}
      join ${models} on ${models.id} = ${model}::int
    where exists (select from ${runs} where ${runs.benchmarkId} = ${benchmarks.id} and ${runs.modelId} = ${models.id}
      and ${runs.status} <> 'OPEN') order by ${benchmarks.slug} collate "C"`);
