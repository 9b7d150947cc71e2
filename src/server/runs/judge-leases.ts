import { type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../db/database.ts";
import { integerArray, textArray } from "../db/statement.ts";
import { judgeTasks } from "../db/tables/judge-tables.ts";
import { predictions, runs } from "../db/tables/run-tables.ts";
import { boolean, columnsOf, innerList, list, pick, type RowOf, text, typed } from "../db/typed-sql.ts";
import { t, waitingTasks } from "./judge-writes.ts";

// `attempts` counts the claims of a task, including the current one, so it identifies the claim.
const leasedTask = { run: t.runId, ...pick(t, "ordinal", "contentHash", "attempts") };

const claimedTask = {
  ...columnsOf("leased", leasedTask),
  release: runs.releaseId,
  openEnded: runs.openEnded,
  /** Whether the run's confirmations count. */
  doubleResponse: boolean(sql`coalesce(${runs.confirmations} = 'DOUBLE', false)`),
  response: text(sql`coalesce(${predictions.response}, '')`),
};

/** A task that this process has leased. */
export type ClaimedTask = RowOf<typeof claimedTask>;

const after = (milliseconds: number): SQL => sql`now() + ${milliseconds}::float8 * interval '1 millisecond'`;

/**
 * Whether no task with the content is leased. The content is the request to the judge, and `hash` is its hash. A scalar
 * subquery is used, because the planner would turn `not exists` into a join with the queue.
 */
const contentIsFree = (hash: SQL): SQL => sql`(
  select 1 from ${judgeTasks} o
  where o.content_hash = ${hash} and o.status = 'PENDING' and o.locked_until > now() limit 1) is null`;

/** The advisory lock of a content: a transaction that leases a task with the content holds it. */
const contentLock = (hash: SQL): SQL => sql`hashtextextended(${hash}, 730665)`;

/**
 * Leases up to `limit` due tasks with different contents. No two processes ever lease the same content at the same
 * time. Rows that another process has locked are skipped. If two processes choose different rows with the same content,
 * the lock of the content decides.
 */
export async function claimJudgeTasks(tx: Queryable, limit: number, leaseMs: number): Promise<ClaimedTask[]> {
  // The queue changes too fast for statistics. These settings make the planner walk the index and stop at the limit:
  // with 5,000 tasks, this takes 1 ms, and the planner's own choice takes 300 ms.
  await tx.query(sql`select set_config(name, 'off', true)
    from unnest(array['enable_sort', 'enable_bitmapscan', 'enable_seqscan']) as name`);
  const { runId: run, ordinal, contentHash: hash } = t;
  const due = await tx.query(typed`
    select ${list({ run, ordinal, hash })} from ${judgeTasks} t
    where t.status = 'PENDING' and t.next_attempt_at <= now() and (t.locked_until is null or t.locked_until <= now())
      and (select ${runs.status} = 'JUDGING' or ${runs.rejudging} from ${runs} where ${runs.id} = t.run_id)
      and ${contentIsFree(sql`t.content_hash`)}
    order by t.next_attempt_at limit ${limit}::int for update of t skip locked`);
  const chosen = [...new Map(due.map((task) => [task.hash, task])).values()];
  if (chosen.length === 0) return [];
  const locks = { hash: text(sql`hash`), locked: boolean(sql`pg_try_advisory_xact_lock(${contentLock(sql`hash`)})`) };
  const locked = await tx.query(
    typed`select ${list(locks)} from unnest(${textArray(chosen.map(({ hash }) => hash))}) as hash`,
  );
  const free = new Set(locked.filter((row) => row.locked).map(({ hash }) => hash));
  const mine = chosen.filter(({ hash }) => free.has(hash));
  return mine.length === 0 ? [] : leaseTasks(tx, mine, leaseMs);
}

/** Leases the tasks, in a statement of its own, which sees all that was committed before the content was locked. */
function leaseTasks(
  tx: Queryable,
  tasks: readonly { readonly run: number; readonly ordinal: number }[],
  leaseMs: number,
): Promise<ClaimedTask[]> {
  return tx.query(typed`
    with leased as (
      update ${judgeTasks} as t set locked_until = ${after(leaseMs)}, attempts = t.attempts + 1
      from unnest(${integerArray(tasks.map(({ run }) => run))}, ${integerArray(tasks.map(({ ordinal }) => ordinal))})
        as x(run, ordinal)
      where t.run_id = x.run and t.ordinal = x.ordinal and t.status = 'PENDING'
        and ${contentIsFree(sql`t.content_hash`)}
      returning ${innerList(leasedTask)})
    select ${list(claimedTask)} from leased join ${runs} on ${runs.id} = leased.run
      join ${predictions} on ${predictions.runId} = leased.run and ${predictions.ordinal} = leased.ordinal
        and ${predictions.runId} = any(${integerArray([...new Set(tasks.map(({ run }) => run))])})`);
}

/** Whether a task still has this claim and its lease has not ended. Otherwise, the claiming process changes nothing. */
const stillMine = ({ run, ordinal, attempts }: ClaimedTask): SQL => sql`exists (
  select from ${judgeTasks} m where m.run_id = ${run}::int and m.ordinal = ${ordinal}::int and m.status = 'PENDING'
    and m.attempts = ${attempts}::int and m.locked_until > now())`;

/** Postpones all tasks with the content of a task whose attempt failed. */
export async function postponeTasks(tx: Queryable, task: ClaimedTask, delayMs: number, error: string): Promise<void> {
  await tx.query(sql`
    update ${judgeTasks} as t set locked_until = null, next_attempt_at = ${after(delayMs)}, last_error = ${error}::text,
      attempts = greatest(t.attempts, ${task.attempts}::int)
    from ${waitingTasks(task.contentHash)}
    where t.run_id = waiting.run_id and t.ordinal = waiting.ordinal and t.status = 'PENDING' and ${stillMine(task)}`);
}

/** Marks all tasks with the content of a task as FAILED. Returns their runs. */
export async function failTasks(tx: Queryable, task: ClaimedTask, error: string): Promise<readonly number[]> {
  const rows = await tx.query(typed`
    update ${judgeTasks} as t set status = 'FAILED', locked_until = null, last_error = ${error}::text,
      attempts = greatest(t.attempts, ${task.attempts}::int)
    from ${waitingTasks(task.contentHash)}
    where t.run_id = waiting.run_id and t.ordinal = waiting.ordinal and t.status = 'PENDING' and ${stillMine(task)}
    returning ${list({ run: t.runId })}`);
  return [...new Set(rows.map(({ run }) => run))];
}

/** Undoes the claim of a task, which is due again after `delayMs`. */
export async function releaseTask(tx: Queryable, task: ClaimedTask, delayMs: number): Promise<void> {
  await tx.query(sql`
    update ${judgeTasks} as t set locked_until = null, attempts = t.attempts - 1, next_attempt_at = ${after(delayMs)}
    where t.run_id = ${task.run}::int and t.ordinal = ${task.ordinal}::int and ${stillMine(task)}`);
}

/**
 * Gives a claimed task new content, because the judge, its prompt or the answer key has changed. Returns false if
 * another task with that content is leased.
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
