import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import type { Viewer } from "../../domain/viewer.ts";
import { newRowNumber, type RowNumbers } from "../conditions/row-numbers.ts";
import { isPublished, mayDescribe, modelVisibleTo } from "../conditions/run-conditions.ts";
import type { Queryable } from "../db/database.ts";
import { models, publishedResults, runs } from "../db/tables/run-tables.ts";
import { boolean, first, list, pick, text, typed } from "../db/typed-sql.ts";

/*
 * A name has at most one public model, whose `owner` is NULL, and a private one for each owner who has only private
 * runs of that name. `claimed_by` is the owner of the name's first public run. It is NULL for a model of a paper's
 * published figures, which is public from the start.
 */

/** The model of a submission. */
export interface ModelRecord {
  readonly slug: string;
  readonly name: string;
  readonly parameters: string | null;
  readonly organization: string | null;
  readonly url: string | null;
}

/** The fields of a model that can be changed. Absent fields keep their values. */
export type ModelChanges = Partial<Omit<ModelRecord, "slug">>;

const DESCRIBED = ["slug", "name", "parameters", "organization", "url"] as const;

const knownModel = pick(models, "id", "owner");

/** A model that an owner's new run belongs to. */
export interface RunModel {
  readonly id: number;
  /** Whether the model was private when it was read. A public run then has to publish it. */
  readonly mayBePrivate: boolean;
}

/**
 * The model of an owner's run: the public model of that name, else the owner's private model, which is inserted if it
 * is new. A known model does not change. The lock on the model allows runs of one model to be stored concurrently, but
 * not while `withdrawModelOf` gives the model back to an owner.
 */
export async function upsertModel(
  tx: Queryable,
  numbers: RowNumbers,
  owner: string,
  model: ModelRecord,
): Promise<RunModel> {
  const known = await first(
    tx.query(typed`
      select ${list(knownModel)} from ${models}
      where ${models.slug} = ${model.slug}::text and coalesce(${models.owner}, '') in ('', ${owner}::text)
      order by ${models.owner} nulls first limit 1 for key share`),
  );
  if (known !== undefined) return { id: known.id, mayBePrivate: known.owner !== null };
  return { id: await insertPrivateModel(tx, newRowNumber(models, numbers), owner, model), mayBePrivate: true };
}

/** Returns the primary key of the inserted model, or of the same model that another transaction inserted first. */
async function insertPrivateModel(tx: Queryable, id: SQL, owner: string, model: ModelRecord): Promise<number> {
  const [row] = await tx.query(typed`
    insert into ${models} (id, slug, name, parameters, organization, url, owner) overriding system value
    values (${id}, ${model.slug}, ${model.name}, ${model.parameters}, ${model.organization}, ${model.url}, ${owner})
    on conflict (slug, coalesce(owner, '')) do update set slug = excluded.slug returning ${list({ id: models.id })}`);
  if (row === undefined) throw new Error(`model ${model.slug} was not inserted`);
  return row.id;
}

/**
 * Locks the name of a run's model until the transaction ends. A transaction takes locks in this order: answer key,
 * name, run, model. In another order, two transactions that make runs of one model private could each hold a run and
 * wait for the other.
 */
export async function lockModelNameOf(tx: Queryable, run: number): Promise<void> {
  await tx.query(sql`select ${nameLock(models.slug)} ${modelOf(run)}`);
}

/**
 * Locks the name of a run's model if `publishModelOf` will lock it after the run is scored, because the run is public
 * and its model is still private.
 */
export async function lockNameToPublish(tx: Queryable, run: number): Promise<void> {
  await tx.query(sql`
    select ${nameLock(models.slug)} ${modelOf(run)} and ${models.owner} is not null and ${runs.visibility} = 'PUBLIC'`);
}

const modelOf = (run: number): SQL =>
  sql`from ${models} join ${runs} on ${runs.modelId} = ${models.id} where ${runs.id} = ${run}::int`;

const nameLock = (slug: AnyColumn | SQL): SQL => sql`pg_advisory_xact_lock(hashtextextended('model ' || ${slug}, 0))`;

/**
 * Makes the model of a run public if everybody may see the run. If the name already has a public model, the run moves
 * to that model. Call this in the transaction that scores or publishes the run.
 */
export async function publishModelOf(tx: Queryable, run: number): Promise<void> {
  const own = await first(
    tx.query(typed`
      select ${list(pick(models, "id", "slug"))} from ${models} join ${runs} on ${runs.modelId} = ${models.id}
      where ${runs.id} = ${run}::int and ${models.owner} is not null
        and ${runs.visibility} = 'PUBLIC' and ${runs.status} = 'SCORED'`),
  );
  if (own === undefined) return;
  // Without the lock, two first public runs of a name would both find no public model, and a public model could become
  // private meanwhile.
  await tx.query(sql`select ${nameLock(sql`${own.slug}::text`)}`);
  const known = await first(
    tx.query(typed`
      select ${list({ id: models.id })} from ${models}
      where ${models.slug} = ${own.slug}::text and ${models.owner} is null`),
  );
  await tx.query(
    known === undefined
      ? sql`update ${models} set claimed_by = owner, owner = null where id = ${own.id}::int`
      : sql`update ${runs} set model_id = ${known.id}::int where id = ${run}::int`,
  );
}

const claimedModel = { id: models.id, owner: text(models.claimedBy), ...pick(models, ...DESCRIBED) };

/**
 * Gives a model back to the owner who claimed it, after the last public run of its name became private. That run may
 * belong to another owner. Each other owner with private runs of the name gets a private model with the same
 * description. Private runs do not keep the model public: otherwise anyone could submit a private run of the name, see
 * that its model is public, and conclude that somebody else has private runs of it.
 */
export async function withdrawModelOf(tx: Queryable, numbers: RowNumbers, run: number): Promise<void> {
  const model = await first(
    tx.query(typed`
      select ${list(claimedModel)} from ${models} join ${runs} on ${runs.modelId} = ${models.id}
      where ${runs.id} = ${run}::int and ${models.owner} is null and ${models.claimedBy} is not null
        and not exists (select from ${publishedResults} where ${publishedResults.modelId} = ${models.id})
        and not exists (select from ${models} o where o.slug = ${models.slug} and o.owner = ${models.claimedBy})
      for update of ${models}`),
  );
  if (model === undefined) return;
  // The lock waits for transactions that are adding runs to the model, and later transactions wait for the lock. The
  // runs stay locked, so that none of them is published meanwhile.
  const locked = await tx.query(typed`
    select ${list(pick(runs, "owner", "visibility", "status"))} from ${runs} where ${runs.modelId} = ${model.id}::int
    order by ${runs.id} for update`);
  if (locked.some(isPublished)) return;
  for (const owner of new Set(locked.map((one) => one.owner))) {
    if (owner === model.owner) continue;
    const own = await insertPrivateModel(tx, newRowNumber(models, numbers), owner, model);
    await tx.query(sql`
      update ${runs} set model_id = ${own}::int where model_id = ${model.id}::int and owner = ${owner}::text`);
  }
  await tx.query(sql`update ${models} set owner = claimed_by, claimed_by = null where id = ${model.id}::int`);
}

/** Fills the empty fields in the description of a run's model, if the run's owner may describe the model. */
export async function completeModelOf(
  tx: Queryable,
  run: number,
  {
    parameters,
    organization,
    url,
  }: Readonly<Partial<Record<"parameters" | "organization" | "url", string | null | undefined>>>,
): Promise<void> {
  await tx.query(sql`
    update ${models} m set parameters = coalesce(nullif(m.parameters, ''), ${parameters ?? null}::text),
      organization = coalesce(nullif(m.organization, ''), ${organization ?? null}::text),
      url = coalesce(nullif(m.url, ''), ${url ?? null}::text)
    from ${runs} u where u.id = ${run}::int and m.id = u.model_id and coalesce(m.owner, m.claimed_by) = u.owner`);
}

const releaseOfModel = { release: runs.releaseId };

/** The releases over which a model has runs. */
export async function fetchReleasesOfModel(tx: Queryable, model: number): Promise<readonly number[]> {
  const rows = await tx.query(typed`
    select distinct ${list(releaseOfModel)} from ${runs} where ${runs.modelId} = ${model}::int order by 1`);
  return rows.map(({ release }) => release);
}

/** The model to change: a model by its primary key, or the model of a run. */
export type ModelReference = { readonly id: number } | { readonly ofRun: number };

/**
 * Locks a model until the transaction ends. Returns the model, and whether the viewer may describe it. Returns
 * undefined if the viewer may not know that the model exists.
 */
export function lockModel(
  tx: Queryable,
  viewer: Viewer,
  model: ModelReference,
): Promise<{ readonly id: number; readonly slug: string; readonly describable: boolean } | undefined> {
  const found = { ...pick(models, "id", "slug"), describable: boolean(mayDescribe(viewer, models)) };
  const id =
    "id" in model
      ? sql`${model.id}::int`
      : sql`(select ${runs.modelId} from ${runs} where ${runs.id} = ${model.ofRun}::int)`;
  return first(
    tx.query(typed`
      select ${list(found)} from ${models} where ${models.id} = ${id} and ${modelVisibleTo(viewer, models)}
      for no key update`),
  );
}

export async function changeModel(tx: Queryable, id: number, changes: ModelChanges): Promise<void> {
  const { name, parameters, organization, url } = changes;
  const columns = [
    ...(name === undefined ? [] : [sql`name = ${name}::text`]),
    ...(parameters === undefined ? [] : [sql`parameters = ${parameters}::text`]),
    ...(organization === undefined ? [] : [sql`organization = ${organization}::text`]),
    ...(url === undefined ? [] : [sql`url = ${url}::text`]),
  ];
  if (columns.length === 0) return;
  await tx.query(sql`update ${models} set ${sql.join(columns, sql`, `)} where id = ${id}::int`);
}
