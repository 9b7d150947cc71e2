import { type SQL, sql } from "drizzle-orm";
import type { RunProtocol } from "../../domain/run-protocol.ts";
import type { Confirmations, Modality, RunStatus, Visibility } from "../../domain/vocabulary.ts";
import { newRowNumber, type RowNumbers } from "../conditions/row-numbers.ts";
import type { Queryable } from "../db/database.ts";
import { integerArray, textArray } from "../db/statement.ts";
import { releases } from "../db/tables/benchmark-tables.ts";
import { judgeTasks } from "../db/tables/judge-tables.ts";
import { runs } from "../db/tables/run-tables.ts";
import { boolean, columnsOf, first, float, innerList, int, list, pick, type RowOf, typed } from "../db/typed-sql.ts";
import { publishModelOf } from "./model-writes.ts";

export interface RunRecord {
  readonly benchmark: number;
  readonly release: number;
  readonly inputs: readonly Modality[];
  readonly frames: number | null;
  readonly seed: number | null;
  readonly prompt: string | null;
  readonly protocol: RunProtocol | null;
  readonly notes: string | null;
  readonly reportUrl: string | null;
  readonly visibility: Visibility;
  readonly status: Exclude<RunStatus, "WITHDRAWN">;
  /** Whether a judge reads the responses that the extractor cannot read. */
  readonly judge: boolean;
  readonly openEnded: boolean;
  /** Null for an open run, and if the release asks no question twice. */
  readonly confirmations: Confirmations | null;
  readonly owner: string;
  readonly idempotencyKey: string;
  readonly inputHash: string;
}

/**
 * Inserts a run. Returns its primary key, or `null` if the owner already has a run under the idempotency key, or the
 * run's release is no longer the current one. The caller must hold the answer key of the release, so that the release
 * cannot be replaced until the transaction ends.
 */
export async function insertRun(
  tx: Queryable,
  numbers: RowNumbers,
  model: number,
  run: RunRecord,
): Promise<number | null> {
  const [row] = await tx.query(typed`
    insert into ${runs} (id, benchmark_id, release_id, model_id, inputs, frames, seed, prompt, protocol, notes, report_url, visibility, status, judge,
      open_ended, confirmations, owner, idempotency_key, input_hash, finalized_at) overriding system value
    select ${newRowNumber(runs, numbers)}, ${run.benchmark}::int, ${releases.id}, ${model}::int, ${textArray(run.inputs)}, ${run.frames}::int, ${run.seed}::int,
      ${run.prompt}::text, ${jsonOrNull(run.protocol)}::jsonb, ${run.notes}::text, ${run.reportUrl}::text, ${run.visibility}::text, ${run.status}::text, ${run.judge}::boolean,
      ${run.openEnded}::boolean, ${run.confirmations}::text, ${run.owner}::text,
      ${run.idempotencyKey}::text, ${run.inputHash}::text, case when ${run.status}::text = 'SCORED' then now() end
    from ${releases} where ${releases.id} = ${run.release}::int and ${releases.isCurrent}
    on conflict (owner, idempotency_key) do nothing returning ${list({ id: runs.id })}`);
  return row?.id ?? null;
}

/**
 * The assignment that records when a run becomes visible to everyone for the first time. If the same statement changes
 * `visibility` or `status`, the new value must be given.
 */
const published = ({
  visibility,
  status,
  now,
}: Readonly<Partial<Record<"visibility" | "status" | "now", SQL>>>): SQL => sql`
  published_at = case when ${visibility ?? sql`visibility`} = 'PUBLIC' and ${status ?? sql`status`} = 'SCORED'
    then coalesce(published_at, ${now ?? sql`clock_timestamp()`}) else published_at end`;

/** Reads the clock once in a statement that stores the same time in two columns. */
const CLOCK = sql`(select clock_timestamp() as now) clock`;

/**
 * Sets the status of a run that is being stored, the hash of its submission, and the time of scoring if it is scored. The
 * clock is read after the submission was counted in the owner's quota, so the times of an owner's runs are in the order
 * of their commits.
 */
export async function completeRun(
  tx: Queryable,
  run: number,
  hash: string,
  status: "SCORED" | "JUDGING",
): Promise<void> {
  const scoredAt = status === "SCORED" ? sql`clock.now` : sql`null`;
  await tx.query(sql`
    update ${runs} set input_hash = ${hash}::text, status = ${status}::text, finalized_at = ${scoredAt},
      ${published({ status: sql`${status}::text`, now: sql`clock.now` })} from ${CLOCK} where id = ${run}::int`);
}

const existingRun = {
  benchmark: runs.benchmarkId,
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

/** Reads a run and locks it until the transaction ends, which serializes changes to one run. */
export const lockRun = (tx: Queryable, id: number): Promise<ExistingRun | undefined> =>
  first(tx.query(typed`select ${list(existingRun)} from ${runs} where ${runs.id} = ${id}::int for update`));

/** Sets whether a run that is being closed confirms its answers to questions that are asked twice. */
export async function setConfirmations(tx: Queryable, run: number, confirmations: Confirmations): Promise<void> {
  await tx.query(sql`update ${runs} set confirmations = ${confirmations}::text where id = ${run}::int`);
}

export async function markScored(tx: Queryable, id: number): Promise<void> {
  await tx.query(sql`
    update ${runs} set status = 'SCORED', finalized_at = clock.now,
      ${published({ status: sql`'SCORED'`, now: sql`clock.now` })}
    from ${CLOCK} where id = ${id}::int`);
  await publishModelOf(tx, id);
}

/** Locks runs until the transaction ends, in ascending order, so that two transactions never wait for each other. */
export async function lockRuns(tx: Queryable, ids: readonly number[]): Promise<void> {
  await tx.query(sql`select from ${runs} where ${runs.id} = any(${integerArray(ids)}) order by ${runs.id} for update`);
}

/**
 * Sets `rejudging` of those runs whose status is not JUDGING: to true if the run has pending tasks, else to false.
 * Returns all of the given runs that have pending tasks.
 */
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

/**
 * Marks a scored run whose tasks for the judge are new. It is scored again once none of its tasks is pending, which may
 * be at once.
 */
export async function markForJudge(tx: Queryable, id: number): Promise<void> {
  await tx.query(sql`update ${runs} set rejudging = true where ${runs.id} = ${id}::int`);
}

export async function markJudging(tx: Queryable, id: number): Promise<void> {
  await tx.query(sql`update ${runs} set status = 'JUDGING' where id = ${id}::int`);
}

/**
 * Undoes the withdrawal of a run. A run without a scoring becomes open, like a run that is submitted in pieces and not
 * closed yet.
 */
export async function markRestored(tx: Queryable, id: number, status: "OPEN" | "SCORED"): Promise<void> {
  await tx.query(sql`
    update ${runs} set status = ${status}::text, withdrawn_at = null, withdraw_reason = null,
      ${published({ status: sql`${status}::text` })},
      confirmations = case when ${status}::text = 'SCORED' then confirmations end where id = ${id}::int`);
}

/** The fields of a run that its owner may change. Absent fields keep their values. */
const jsonOrNull = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));

export type RunChanges = Partial<
  Pick<RunRecord, "visibility" | "notes" | "reportUrl" | "frames" | "seed" | "prompt" | "protocol">
>;

export async function changeRun(tx: Queryable, id: number, changes: RunChanges): Promise<void> {
  const { visibility, notes, reportUrl, frames, seed, prompt, protocol } = changes;
  const columns = [
    ...(visibility === undefined
      ? []
      : [sql`visibility = ${visibility}::text`, published({ visibility: sql`${visibility}::text` })]),
    ...(notes === undefined ? [] : [sql`notes = ${notes}::text`]),
    ...(reportUrl === undefined ? [] : [sql`report_url = ${reportUrl}::text`]),
    ...(frames === undefined ? [] : [sql`frames = ${frames}::int`]),
    ...(seed === undefined ? [] : [sql`seed = ${seed}::int`]),
    ...(prompt === undefined ? [] : [sql`prompt = ${prompt}::text`]),
    ...(protocol === undefined ? [] : [sql`protocol = ${jsonOrNull(protocol)}::jsonb`]),
  ];
  if (columns.length === 0) return;
  await tx.query(sql`update ${runs} set ${sql.join(columns, sql`, `)} where id = ${id}::int`);
}

export async function markWithdrawn(tx: Queryable, id: number, reason: string | null): Promise<void> {
  await tx.query(sql`
    update ${runs} set status = 'WITHDRAWN', withdrawn_at = now(),
      withdraw_reason = ${reason}::text where id = ${id}::int`);
}

const stored = {
  bytes: float(sql`coalesce(sum(${runs.storedBytes}), 0)`),
  openRuns: int(sql`count(*) filter (where ${runs.status} = 'OPEN')`),
};

/** Keeps what an owner has stored from being added to by another transaction until this one ends. */
export async function lockStored(tx: Queryable, owner: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('stored ' || ${owner}::text, 0))`);
}

/** What an owner has stored. */
export async function fetchStored(database: Queryable, owner: string): Promise<RowOf<typeof stored>> {
  const rows = database.query(typed`select ${list(stored)} from ${runs} where ${runs.owner} = ${owner}::text`);
  return (await first(rows)) ?? { bytes: 0, openRuns: 0 };
}
