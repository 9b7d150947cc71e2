import { sql } from "drizzle-orm";
import type { Confirmations, Modality, RunStatus, Visibility } from "../../domain/vocabulary.ts";
import type { Queryable } from "../db/database.ts";
import { integerArray, textArray } from "../db/statement.ts";
import { releases } from "../db/tables/benchmark-tables.ts";
import { judgeTasks, models, publishedResults, runs } from "../db/tables/run-tables.ts";
import { boolean, columnsOf, first, innerList, list, pick, type RowOf, typed } from "../db/typed-sql.ts";

/** The model of a submission. */
export interface ModelRecord {
  readonly slug: string;
  readonly name: string;
  readonly parameters: string | null;
  readonly organization: string | null;
  readonly url: string | null;
}

/**
 * The primary key of a model, which is inserted if it is new. A known model does not change, because a private run must not
 * change what everybody sees; and it is not locked, so that runs of one model can be stored concurrently.
 */
export async function upsertModel(tx: Queryable, model: ModelRecord): Promise<number> {
  const [known] = await tx.query(typed`select ${list({ id: models.id })}
  from ${models} where ${models.slug} = ${model.slug}::text`);
  return known?.id ?? insertModel(tx, model);
}

/** If another transaction inserts the same model first, returns that one's primary key. */
async function insertModel(tx: Queryable, model: ModelRecord): Promise<number> {
  const [row] = await tx.query(typed`
    insert into ${models} (slug, name, parameters, organization, url)
    values (${model.slug}, ${model.name}, ${model.parameters}, ${model.organization}, ${model.url})
    on conflict (slug) do update set slug = excluded.slug returning ${list({ id: models.id })}`);
  if (row === undefined) throw new Error(`model ${model.slug} was not inserted`);
  return row.id;
}

export interface RunRecord {
  readonly benchmark: number;
  readonly release: number;
  readonly inputs: readonly Modality[];
  readonly frames: number | null;
  readonly seed: number | null;
  readonly prompt: string | null;
  readonly notes: string | null;
  readonly visibility: Visibility;
  readonly status: Exclude<RunStatus, "WITHDRAWN">;
  /** Whether a judge reads the responses that the extractor cannot. */
  readonly judge: boolean;
  readonly openEnded: boolean;
  /** Null for an open run, and if the release asks no question twice. */
  readonly confirmations: Confirmations | null;
  readonly owner: string;
  readonly idempotencyKey: string;
  readonly inputHash: string;
}

/**
 * The primary key of the new run; `null` if the owner already has a run under the idempotency key, or another release has
 * taken the place of the run's. The caller holds the answer key of the release, so that none can until the transaction ends.
 */
export async function insertRun(tx: Queryable, model: number, run: RunRecord): Promise<number | null> {
  const [row] = await tx.query(typed`
    insert into ${runs} (benchmark_id, release_id, model_id, inputs, frames, seed, prompt, notes, visibility, status, judge,
      open_ended, confirmations, owner, idempotency_key, input_hash, finalized_at)
    select ${run.benchmark}::int, ${releases.id}, ${model}::int, ${textArray(run.inputs)}, ${run.frames}::int, ${run.seed}::int,
      ${run.prompt}::text, ${run.notes}::text, ${run.visibility}::text, ${run.status}::text, ${run.judge}::boolean,
      ${run.openEnded}::boolean, ${run.confirmations}::text, ${run.owner}::text,
      ${run.idempotencyKey}::text, ${run.inputHash}::text, case when ${run.status}::text = 'SCORED' then now() end
    from ${releases} where ${releases.id} = ${run.release}::int and ${releases.isCurrent}
    on conflict (owner, idempotency_key) do nothing returning ${list({ id: runs.id })}`);
  return row?.id ?? null;
}

/** Sets the hash of the submission while the run is being stored. */
export async function setInputHash(tx: Queryable, run: number, hash: string): Promise<void> {
  await tx.query(sql`update ${runs} set input_hash = ${hash}::text where id = ${run}::int`);
}

const existingRun = {
  release: runs.releaseId,
  ...pick(runs, "id", "status", "judge", "openEnded", "rejudging", "visibility", "owner", "inputHash"),
  /** Whether the run's confirmations count; false while the run is open. */
  doubleResponse: boolean(sql`coalesce(${runs.confirmations} = 'DOUBLE', false)`),
};

/** A stored run, as the services need it. */
export type ExistingRun = RowOf<typeof existingRun>;

export const fetchRunByKey = (tx: Queryable, owner: string, key: string): Promise<ExistingRun | undefined> =>
  first(
    tx.query(typed`
      select ${list(existingRun)}
      from ${runs} where ${runs.owner} = ${owner}::text and ${runs.idempotencyKey} = ${key}::text`),
  );

export const fetchRun = (tx: Queryable, id: number): Promise<ExistingRun | undefined> =>
  first(tx.query(typed`select ${list(existingRun)} from ${runs} where ${runs.id} = ${id}::int`));

/** Reads a run and locks it until the transaction ends, so that changes to one run are made one after the other. */
export const lockRun = (tx: Queryable, id: number): Promise<ExistingRun | undefined> =>
  first(tx.query(typed`select ${list(existingRun)} from ${runs} where ${runs.id} = ${id}::int for update`));

/** Sets how a run that is being closed answers questions that are asked twice. */
export async function setConfirmations(tx: Queryable, run: number, confirmations: Confirmations): Promise<void> {
  await tx.query(sql`update ${runs} set confirmations = ${confirmations}::text where id = ${run}::int`);
}

export async function markScored(tx: Queryable, id: number): Promise<void> {
  await tx.query(sql`update ${runs} set status = 'SCORED', finalized_at = now() where id = ${id}::int`);
}

/** Locks runs until the transaction ends, in ascending order, so that two transactions never wait for each other. */
export async function lockRuns(tx: Queryable, ids: readonly number[]): Promise<void> {
  await tx.query(sql`select from ${runs} where ${runs.id} = any(${integerArray(ids)}) order by ${runs.id} for update`);
}

/** Sets `rejudging` of runs by their pending tasks. Returns the runs with pending tasks, scored or not. */
export async function markRejudging(tx: Queryable, ids: readonly number[]): Promise<readonly number[]> {
  const waiting = { id: judgeTasks.runId };
  const rows = await tx.query(typed`
    with waiting as (
      select distinct ${innerList(waiting)} from ${judgeTasks}
      where ${judgeTasks.runId} = any(${integerArray(ids)}) and ${judgeTasks.status} = 'PENDING'),
    marked as (
      update ${runs} set rejudging = id in (select id from waiting)
      where ${runs.id} = any(${integerArray(ids)}) and ${runs.status} <> 'JUDGING' returning id)
    select ${list(columnsOf("waiting", waiting))} from waiting`);
  return rows.map(({ id }) => id);
}

export async function markJudging(tx: Queryable, id: number): Promise<void> {
  await tx.query(sql`update ${runs} set status = 'JUDGING' where id = ${id}::int`);
}

/** Takes back the withdrawal of a run. Without a scoring it is open, as a run in pieces is before it is closed. */
export async function markRestored(tx: Queryable, id: number, status: "OPEN" | "SCORED"): Promise<void> {
  await tx.query(sql`
    update ${runs} set status = ${status}::text, withdrawn_at = null, withdraw_reason = null,
      confirmations = case when ${status}::text = 'SCORED' then confirmations end where id = ${id}::int`);
}

/** Fields of a run that its owner may change. An absent field stays as it is. */
export type RunChanges = Partial<Pick<RunRecord, "visibility" | "notes" | "frames" | "seed" | "prompt">>;

export async function changeRun(tx: Queryable, id: number, changes: RunChanges): Promise<void> {
  const { visibility, notes, frames, seed, prompt } = changes;
  const columns = [
    ...(visibility === undefined ? [] : [sql`visibility = ${visibility}::text`]),
    ...(notes === undefined ? [] : [sql`notes = ${notes}::text`]),
    ...(frames === undefined ? [] : [sql`frames = ${frames}::int`]),
    ...(seed === undefined ? [] : [sql`seed = ${seed}::int`]),
    ...(prompt === undefined ? [] : [sql`prompt = ${prompt}::text`]),
  ];
  if (columns.length === 0) return;
  await tx.query(sql`update ${runs} set ${sql.join(columns, sql`, `)} where id = ${id}::int`);
}

/** Whether the run's model is also that of another owner's run, or of a figure that a paper prints. */
export async function isModelShared(tx: Queryable, run: ExistingRun): Promise<boolean> {
  const shared =
    boolean(sql`exists (select from ${runs} r where r.model_id = own.model_id and r.owner <> ${run.owner}::text)
    or exists (select from ${publishedResults} p where p.model_id = own.model_id)`);
  const [row] = await tx.query(typed`
    select ${list({ shared })}
    from ${runs} own where own.id = ${run.id}::int`);
  return row?.shared ?? false;
}

/** Changes what is known of a run's model besides its name. An absent field stays as it is. */
export async function changeModelOfRun(
  tx: Queryable,
  run: number,
  { parameters, organization, url }: Partial<Pick<ModelRecord, "parameters" | "organization" | "url">>,
): Promise<void> {
  const columns = [
    ...(parameters === undefined ? [] : [sql`parameters = ${parameters}::text`]),
    ...(organization === undefined ? [] : [sql`organization = ${organization}::text`]),
    ...(url === undefined ? [] : [sql`url = ${url}::text`]),
  ];
  if (columns.length === 0) return;
  await tx.query(sql`
    update ${models} set ${sql.join(columns, sql`, `)}
    where id = (select ${runs.modelId} from ${runs} where ${runs.id} = ${run}::int)`);
}

export async function markWithdrawn(tx: Queryable, id: number, reason: string | null): Promise<void> {
  await tx.query(sql`
    update ${runs} set status = 'WITHDRAWN', withdrawn_at = now(),
      withdraw_reason = ${reason}::text where id = ${id}::int`);
}
