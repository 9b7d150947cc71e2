import { type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../db/database.ts";
import { integerArray, textArray } from "../db/statement.ts";
import { judgeTasks, predictions, runs } from "../db/tables/run-tables.ts";
import { waitingTasks } from "./judge-writes.ts";

/** A task that this process has taken on, until its lease ends. */
export interface ClaimedTask {
  readonly run: number;
  readonly ordinal: number;
  readonly contentHash: string;
  /** This one included. It tells the claim from later ones. */
  readonly attempts: number;
  readonly release: number;
  /** The run was asked without options. */
  readonly openEnded: boolean;
  /** The run is double-response. */
  readonly doubleResponse: boolean;
  readonly response: string;
}

const after = (milliseconds: number): SQL => sql`now() + ${milliseconds}::float8 * interval '1 millisecond'`;

/** No task with the content is leased: what one brings is for all. A scalar, for `not exists` would be joined to the queue. */
const contentIsFree = (hash: SQL): SQL => sql`(
  select 1 from ${judgeTasks} o
  where o.content_hash = ${hash} and o.status = 'PENDING' and o.locked_until > now() limit 1) is null`;

/** Held for the rest of a transaction, by whoever leases a task with the content. */
const contentLock = (hash: SQL): SQL => sql`hashtextextended(${hash}, 730665)`;

/**
 * Leases up to `limit` tasks of different content that are due. No two processes ever lease the same content: rows that
 * another claims are skipped, and a lock on the content keeps two that chose different rows of it apart.
 */
export async function claimJudgeTasks(tx: Queryable, limit: number, leaseMs: number): Promise<ClaimedTask[]> {
  // The queue changes too fast for statistics. This keeps to walking the index and stopping at the limit: with 5,000 tasks
  // it takes 1 ms, and 300 ms as the planner would do it.
  await tx.query(sql`select set_config(name, 'off', true)
    from unnest(array['enable_sort', 'enable_bitmapscan', 'enable_seqscan']) as name`);
  const due = await tx.query<{ run: number; ordinal: number; hash: string }>(sql`
    select t.run_id as run, t.ordinal as ordinal, t.content_hash as hash
    from ${judgeTasks} t
    where t.status = 'PENDING' and t.next_attempt_at <= now() and (t.locked_until is null or t.locked_until <= now())
      and (select ${runs.status} = 'JUDGING' or ${runs.rejudging} from ${runs} where ${runs.id} = t.run_id)
      and ${contentIsFree(sql`t.content_hash`)}
    order by t.next_attempt_at limit ${limit}::int for update of t skip locked`);
  const chosen = [...new Map(due.map((task) => [task.hash, task])).values()];
  if (chosen.length === 0) return [];
  const locked = await tx.query<{ hash: string; locked: boolean }>(sql`
    select hash, pg_try_advisory_xact_lock(${contentLock(sql`hash`)}) as locked
    from unnest(${textArray(chosen.map(({ hash }) => hash))}) as hash`);
  const free = new Set(locked.filter((row) => row.locked).map(({ hash }) => hash));
  const mine = chosen.filter(({ hash }) => free.has(hash));
  return mine.length === 0 ? [] : leaseTasks(tx, mine, leaseMs);
}

/** In a statement of its own, which sees what was committed before the content was locked. */
function leaseTasks(
  tx: Queryable,
  tasks: readonly { readonly run: number; readonly ordinal: number }[],
  leaseMs: number,
): Promise<ClaimedTask[]> {
  return tx.query<ClaimedTask>(sql`
    with leased as (
      update ${judgeTasks} as t set locked_until = ${after(leaseMs)}, attempts = t.attempts + 1
      from unnest(${integerArray(tasks.map(({ run }) => run))}, ${integerArray(tasks.map(({ ordinal }) => ordinal))})
        as x(run, ordinal)
      where t.run_id = x.run and t.ordinal = x.ordinal and t.status = 'PENDING'
        and ${contentIsFree(sql`t.content_hash`)}
      returning t.run_id, t.ordinal, t.content_hash, t.attempts)
    select leased.run_id as run, leased.ordinal as ordinal, leased.content_hash as "contentHash",
      leased.attempts as attempts, ${runs.releaseId} as release, ${runs.openEnded} as "openEnded",
      coalesce(${runs.confirmations} = 'DOUBLE', false) as "doubleResponse", coalesce(${predictions.response}, '') as response
    from leased join ${runs} on ${runs.id} = leased.run_id
      join ${predictions} on ${predictions.runId} = leased.run_id and ${predictions.ordinal} = leased.ordinal
        and ${predictions.runId} = any(${integerArray([...new Set(tasks.map(({ run }) => run))])})`);
}

/** The task as it was claimed, while the lease lasts: whoever comes later has nothing to say any more. */
const stillMine = ({ run, ordinal, attempts }: ClaimedTask): SQL => sql`exists (
  select from ${judgeTasks} m where m.run_id = ${run}::int and m.ordinal = ${ordinal}::int and m.status = 'PENDING'
    and m.attempts = ${attempts}::int and m.locked_until > now())`;

/** Puts off all tasks with the content of a task that came to nothing. */
export async function postponeTasks(tx: Queryable, task: ClaimedTask, delayMs: number, error: string): Promise<void> {
  await tx.query(sql`
    update ${judgeTasks} as t set locked_until = null, next_attempt_at = ${after(delayMs)}, last_error = ${error}::text,
      attempts = greatest(t.attempts, ${task.attempts}::int)
    from ${waitingTasks(task.contentHash)}
    where t.run_id = waiting.run_id and t.ordinal = waiting.ordinal and t.status = 'PENDING' and ${stillMine(task)}`);
}

/** Gives up all tasks with the content of a task that will come to nothing. Returns their runs. */
export async function failTasks(tx: Queryable, task: ClaimedTask, error: string): Promise<readonly number[]> {
  const rows = await tx.query<{ run: number }>(sql`
    update ${judgeTasks} as t set status = 'FAILED', locked_until = null, last_error = ${error}::text,
      attempts = greatest(t.attempts, ${task.attempts}::int)
    from ${waitingTasks(task.contentHash)}
    where t.run_id = waiting.run_id and t.ordinal = waiting.ordinal and t.status = 'PENDING' and ${stillMine(task)}
    returning t.run_id as run`);
  return [...new Set(rows.map(({ run }) => run))];
}

/** Gives a task back as it was before the claim. */
export async function releaseTask(tx: Queryable, task: ClaimedTask, delayMs: number): Promise<void> {
  await tx.query(sql`
    update ${judgeTasks} as t set locked_until = null, attempts = t.attempts - 1, next_attempt_at = ${after(delayMs)}
    where t.run_id = ${task.run}::int and t.ordinal = ${task.ordinal}::int and ${stillMine(task)}`);
}

/**
 * Gives a claimed task another content, where the judge, its prompt or the answer key has changed since it was made.
 * Returns whether it did: another task may have that content leased.
 */
export async function changeContent(tx: Queryable, task: ClaimedTask, contentHash: string): Promise<boolean> {
  const hash = sql`${contentHash}::text`;
  await tx.query(sql`select pg_advisory_xact_lock(${contentLock(hash)})`);
  const rows = await tx.query(sql`
    update ${judgeTasks} as t set content_hash = ${hash}
    where t.run_id = ${task.run}::int and t.ordinal = ${task.ordinal}::int and ${stillMine(task)}
      and ${contentIsFree(hash)}
    returning t.run_id`);
  return rows.length > 0;
}
