import { sql } from "drizzle-orm";
import type { Dimension, Modality } from "../../domain/vocabulary.ts";
import type { Queryable } from "../db/database.ts";
import { jsonParameter } from "../db/statement.ts";
import { benchmarks } from "../db/tables/benchmark-tables.ts";
import { models, publishedResults, seeds } from "../db/tables/run-tables.ts";
import { list, typed } from "../db/typed-sql.ts";

/** The loaded version of a seed; undefined if it is not loaded. */
export async function fetchSeedVersion(database: Queryable, name: string): Promise<string | undefined> {
  const [row] = await database.query(typed`select ${list({ version: seeds.version })}
  from ${seeds} where ${seeds.name} = ${name}::text`);
  return row?.version;
}

export async function recordSeed(tx: Queryable, name: string, version: string): Promise<void> {
  await tx.query(sql`
    insert into ${seeds} (name, version) values (${name}, ${version})
    on conflict (name) do update set version = excluded.version, applied_at = now()`);
}

/** A figure that a paper prints, to be stored. */
export interface PublishedRecord {
  readonly benchmark: string;
  readonly modelName: string;
  readonly modelSlug: string;
  readonly parameters: string | null;
  readonly modelGroup: string | null;
  readonly inputs: readonly Modality[];
  readonly condition: string | null;
  readonly dimension: Dimension | null;
  readonly key: string | null;
  readonly nativeDimension: string;
  readonly nativeKey: string | null;
  readonly metric: string;
  readonly value: number;
  readonly source: string;
}

/** Replaces all published figures with these, in their order, and inserts the models that they name. */
export async function replacePublishedResults(tx: Queryable, records: readonly PublishedRecord[]): Promise<void> {
  const rows = jsonParameter(records.map((record, place) => ({ ...record, place })));
  await tx.query(sql`
    insert into ${models} as m (slug, name, parameters)
    select distinct on (x."modelSlug") x."modelSlug", x."modelName", x.parameters
    from jsonb_to_recordset(${rows}) as x("modelSlug" text, "modelName" text, parameters text, place int)
    order by x."modelSlug", x.parameters is null, x.place
    on conflict (slug, coalesce(owner, '')) do update set parameters = coalesce(m.parameters, excluded.parameters)`);
  await tx.query(sql`delete from ${publishedResults}`);
  await tx.query(sql`
    insert into ${publishedResults} (benchmark_id, model_id, model_name, model_group, inputs, condition, dimension, key,
      native_dimension, native_key, metric, value, source)
    select b.id, m.id, x."modelName", x."modelGroup", x.inputs, x.condition, x.dimension, x.key, x."nativeDimension",
      x."nativeKey", x.metric, x.value, x.source
    from jsonb_to_recordset(${rows}) as x(benchmark text, "modelSlug" text, "modelName" text, "modelGroup" text,
      inputs text[], condition text, dimension text, key text, "nativeDimension" text, "nativeKey" text, metric text,
      value float8, source text, place int)
    join ${benchmarks} b on b.slug = x.benchmark
    join ${models} m on m.slug = x."modelSlug" and m.owner is null
    order by x.place`);
}
