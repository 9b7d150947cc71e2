import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { PSEUDONYM_DIGITS, pseudonymOf, slugify } from "../../domain/slug.ts";
import { newRowNumber, type RowNumbers } from "../conditions/row-numbers.ts";
import type { Queryable } from "../db/database.ts";
import { concealedRuns, pseudonyms } from "../db/tables/challenge-tables.ts";
import { models, runs } from "../db/tables/run-tables.ts";
import { first, list, pick, type RowOf, typed } from "../db/typed-sql.ts";
import { type ModelChanges, type ModelRecord, publishModelOf, type RunModel, upsertModel } from "./model-writes.ts";

/** A pseudonym to be used for an owner's anonymous runs of a model over a benchmark. */
export interface PseudonymRecord {
  readonly benchmark: number;
  readonly owner: string;
  readonly model: ModelRecord;
  /** When the server names the runs; null leaves an earlier date in place. */
  readonly namesAt: Date | null;
}

/**
 * Returns the model that stands in for the real one in an owner's anonymous runs over a benchmark. It stays locked
 * until the transaction ends, so that nobody names the pseudonym while a run is added to it.
 */
export async function upsertPseudonym(tx: Queryable, numbers: RowNumbers, record: PseudonymRecord): Promise<RunModel> {
  const known = (await lockUnnamed(tx, record)) ?? (await insertPseudonym(tx, numbers, record));
  if (record.namesAt !== null) await setNamingDate(tx, known.id, record.namesAt);
  return known;
}

/**
 * Locks the pseudonym, unless its model is already named. `mayBePrivate` is always true, because the model may become
 * private while the statement waits for the lock.
 */
async function lockUnnamed(tx: Queryable, { benchmark, owner, model }: PseudonymRecord): Promise<RunModel | undefined> {
  const known = await first(
    tx.query(typed`
      select ${list({ id: pseudonyms.modelId })} from ${pseudonyms}
      where ${pseudonyms.benchmarkId} = ${benchmark}::int and ${pseudonyms.owner} = ${owner}::text
        and ${pseudonyms.slug} = ${model.slug}::text and ${pseudonyms.namedAt} is null
      for no key update`),
  );
  return known && { id: known.id, mayBePrivate: true };
}

async function insertPseudonym(tx: Queryable, numbers: RowNumbers, record: PseudonymRecord): Promise<RunModel> {
  const { benchmark, owner, model } = record;
  // Without the lock, two concurrent first runs of a model would both find no pseudonym and create one each.
  await tx.query(
    sql`select pg_advisory_xact_lock(hashtextextended('pseudonym ' || ${benchmark}::int || ' ' || ${owner}::text, 0))`,
  );
  const other = await lockUnnamed(tx, record);
  if (other !== undefined) return other;
  const name = pseudonymOf(randomBytes(PSEUDONYM_DIGITS / 2).toString("hex"));
  const [row] = await tx.query(typed`
    insert into ${models} (id, slug, name, owner) overriding system value
    values (${newRowNumber(models, numbers)}, ${slugify(name)}, ${name}, ${owner}) returning ${list({ id: models.id })}`);
  if (row === undefined) throw new Error("a pseudonym was not inserted");
  await tx.query(sql`
    insert into ${pseudonyms} (model_id, benchmark_id, owner, slug, name, parameters, organization, url)
    values (${row.id}::int, ${benchmark}::int, ${owner}, ${model.slug}, ${model.name}, ${model.parameters}::text,
      ${model.organization}::text, ${model.url}::text)`);
  return { id: row.id, mayBePrivate: true };
}

/** The fields that an anonymous run conceals, besides its model. */
export interface ConcealedFields {
  readonly notes: string | null;
  readonly reportUrl: string | null;
}

/** Stores the concealed fields of a new anonymous run. */
export async function concealRun(tx: Queryable, run: number, { notes, reportUrl }: ConcealedFields): Promise<void> {
  await tx.query(sql`
    insert into ${concealedRuns} (run_id, notes, report_url) values (${run}::int, ${notes}::text, ${reportUrl}::text)`);
}

/** Changes the concealed fields of an anonymous run. Absent fields keep their values. */
export async function changeConcealed(tx: Queryable, run: number, fields: Partial<ConcealedFields>): Promise<void> {
  const columns = [
    ...(fields.notes === undefined ? [] : [sql`notes = ${fields.notes}::text`]),
    ...(fields.reportUrl === undefined ? [] : [sql`report_url = ${fields.reportUrl}::text`]),
  ];
  if (columns.length === 0) return;
  await tx.query(sql`update ${concealedRuns} set ${sql.join(columns, sql`, `)} where run_id = ${run}::int`);
}

/** Changes the description of the model behind a pseudonym. Absent fields keep their values. */
export async function changePseudonym(tx: Queryable, model: number, changes: ModelChanges): Promise<void> {
  const { parameters, organization, url } = changes;
  const columns = Object.entries({ parameters, organization, url }).flatMap(([name, value]) =>
    value === undefined ? [] : [sql`${sql.identifier(name)} = ${value}::text`],
  );
  if (columns.length === 0) return;
  await tx.query(sql`update ${pseudonyms} set ${sql.join(columns, sql`, `)} where model_id = ${model}::int`);
}

export async function setNamingDate(tx: Queryable, model: number, namesAt: Date): Promise<void> {
  await tx.query(sql`
    update ${pseudonyms} set names_at = ${namesAt.toISOString()}::timestamptz where model_id = ${model}::int`);
}

const pseudonym = pick(
  pseudonyms,
  "modelId",
  "benchmarkId",
  "owner",
  "slug",
  "name",
  "parameters",
  "organization",
  "url",
);

/** A pseudonym with the model behind it. */
export type Pseudonym = RowOf<typeof pseudonym>;

/** Locks the pseudonym of a run until the transaction ends. Returns undefined for a run that is not anonymous. */
export const lockPseudonymOf = (tx: Queryable, run: number): Promise<Pseudonym | undefined> =>
  first(
    tx.query(typed`
      select ${list(pseudonym)} from ${pseudonyms} where ${pseudonyms.namedAt} is null
        and ${pseudonyms.modelId} = (select ${runs.modelId} from ${runs} where ${runs.id} = ${run}::int)
      for no key update`),
  );

const dueRun = { run: runs.id };

/** One run of each pseudonym whose naming date has passed, by the database's clock. */
export async function fetchDueNamings(database: Queryable): Promise<readonly number[]> {
  const rows = await database.query(typed`
    select distinct on (${pseudonyms.modelId}) ${list(dueRun)} from ${pseudonyms} join ${runs} on ${runs.modelId} = ${pseudonyms.modelId}
    where ${pseudonyms.namedAt} is null and ${pseudonyms.namesAt} <= now() order by ${pseudonyms.modelId}, ${runs.id}`);
  return rows.map(({ run }) => run);
}

/**
 * Gives all runs of a pseudonym their real model, notes and report URLs. The caller must have locked the pseudonym and
 * hold the locks on the answer keys of the releases.
 */
export async function namePseudonym(tx: Queryable, numbers: RowNumbers, given: Pseudonym): Promise<void> {
  const { modelId, owner, slug, name, parameters, organization, url } = given;
  const named = await tx.query(typed`
    select ${list({ run: runs.id })} from ${runs} where ${runs.modelId} = ${modelId}::int order by ${runs.id} for update`);
  const real = await upsertModel(tx, numbers, owner, { slug, name, parameters, organization, url });
  await tx.query(sql`
    update ${runs} r set model_id = ${real.id}::int, notes = c.notes, report_url = c.report_url
    from ${concealedRuns} c where c.run_id = r.id and r.model_id = ${modelId}::int`);
  await tx.query(sql`
    delete from ${concealedRuns} c using ${runs} r where r.id = c.run_id and r.model_id = ${real.id}::int`);
  await tx.query(sql`update ${pseudonyms} set named_at = now() where model_id = ${modelId}::int`);
  if (real.mayBePrivate) for (const { run } of named) await publishModelOf(tx, run);
}
