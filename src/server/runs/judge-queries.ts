import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { JudgeVerdict } from "../../domain/vocabulary.ts";
import type { Queryable } from "../db/database.ts";
import { integerArray, jsonParameter, textArray } from "../db/statement.ts";
import { judgements, judgeTasks } from "../db/tables/judge-tables.ts";
import { predictions, runs } from "../db/tables/run-tables.ts";
import { boolean, columnsOf, innerList, int, list, nullable, pick, type RowOf, text, typed } from "../db/typed-sql.ts";

/** Whether the judge has replied to the request with this hash. */
export async function isJudged(database: Queryable, contentHash: string): Promise<boolean> {
  const rows = await database.query(sql`
    select 1 from ${judgements} where ${judgements.contentHash} = ${contentHash}::text`);
  return rows.length > 0;
}

/** Runs that still wait for the judge although none of their tasks is pending. */
export async function fetchFinishableRuns(database: Queryable): Promise<readonly number[]> {
  const rows = await database.query(typed`
    select ${list({ run: runs.id })} from ${runs}
    where (${runs.status} = 'JUDGING' or ${runs.rejudging}) and not exists (
      select from ${judgeTasks} where ${judgeTasks.runId} = ${runs.id} and ${judgeTasks.status} = 'PENDING')
    order by ${runs.id} limit 100`);
  return rows.map(({ run }) => run);
}

/** Whether a task of the run is pending. */
export async function hasPendingTasks(database: Queryable, run: number): Promise<boolean> {
  const rows = await database.query(sql`
    select 1 from ${judgeTasks} where ${judgeTasks.runId} = ${run}::int and ${judgeTasks.status} = 'PENDING' limit 1`);
  return rows.length > 0;
}

/** The number of pending tasks of a run, as an expression. Only runs that wait for the judge have any. */
export const pendingTasksOf = (run: Pick<typeof runs, "id" | "status" | "rejudging">): SQL => sql`(
  case when ${run.status} = 'JUDGING' or ${run.rejudging} then (
    select count(*)::int from ${judgeTasks} where ${judgeTasks.runId} = ${run.id} and ${judgeTasks.status} = 'PENDING')
  else 0 end)`;

/** The number of pending tasks of all runs. */
export async function countPendingTasks(database: Queryable): Promise<number> {
  const [row] = await database.query(
    typed`select ${list({ count: int(sql`count(*)`) })} from ${judgeTasks} where ${judgeTasks.status} = 'PENDING'`,
  );
  return row?.count ?? 0;
}

const taskVerdict = {
  run: judgeTasks.runId,
  ...pick(judgeTasks, "ordinal", "status"),
  /** Null if the task is not judged. */
  verdict: nullable(judgements.verdict),
  judge: nullable(judgements.judge),
};

/** A task of the judge with its verdict. */
export type TaskVerdict = RowOf<typeof taskVerdict>;

/** The verdicts on the tasks of some runs. If ordinals are given, only the tasks at these ordinals. */
export function fetchVerdicts(
  tx: Queryable,
  ofRuns: readonly number[],
  ordinals: readonly number[] | null = null,
): Promise<TaskVerdict[]> {
  const somewhere = ordinals === null ? sql`true` : sql`${judgeTasks.ordinal} = any(${integerArray(ordinals)})`;
  return tx.query(typed`
    select ${list(taskVerdict)}
    from ${judgeTasks} left join ${judgements} on ${judgements.contentHash} = ${judgeTasks.contentHash}
    where ${judgeTasks.runId} = any(${integerArray(ofRuns)}) and ${somewhere}`);
}

/** The columns of the queue in statements that call it `t`. */
const t = alias(judgeTasks, "t");

/**
 * The order in which a statement locks several tasks. It is the same in all statements, because two transactions could
 * deadlock otherwise.
 */
const IN_ORDER = sql`order by t.run_id, t.ordinal for update of t`;

/** A response for the judge to read. */
export interface JudgeTaskRecord {
  readonly ordinal: number;
  readonly contentHash: string;
}

/** Inserts tasks. A task whose content has already been judged is DONE at once. */
export async function insertJudgeTasks(tx: Queryable, run: number, tasks: readonly JudgeTaskRecord[]): Promise<void> {
  await tx.query(sql`
    insert into ${judgeTasks} (run_id, ordinal, content_hash, status)
    select ${run}::int, x.ordinal, x.hash, case when j.content_hash is null then 'PENDING' else 'DONE' end
    from unnest(${integerArray(tasks.map(({ ordinal }) => ordinal))},
      ${textArray(tasks.map(({ contentHash }) => contentHash))}) as x(ordinal, hash)
    left join ${judgements} j on j.content_hash = x.hash`);
}

/** An existing task, with the new content that the judge is to read. */
export interface RepeatedTask extends JudgeTaskRecord {
  readonly run: number;
}

/** Queues existing tasks again with new contents. A task whose content has already been judged is DONE at once. */
export async function repeatJudgeTasks(tx: Queryable, tasks: readonly RepeatedTask[]): Promise<void> {
  const repeated = sql`unnest(${integerArray(tasks.map(({ run }) => run))},
    ${integerArray(tasks.map(({ ordinal }) => ordinal))}, ${textArray(tasks.map(({ contentHash }) => contentHash))})
    as x(run, ordinal, hash)`;
  await tx.query(sql`select from ${judgeTasks} t join ${repeated} on t.run_id = x.run and t.ordinal = x.ordinal
    ${IN_ORDER}`);
  await tx.query(sql`
    update ${judgeTasks} as t set content_hash = x.hash, attempts = 0, next_attempt_at = now(), locked_until = null,
      last_error = null, status = case when j.content_hash is null then 'PENDING' else 'DONE' end
    from ${repeated} left join ${judgements} j on j.content_hash = x.hash
    where t.run_id = x.run and t.ordinal = x.ordinal`);
}

/** Stores a judgement and completes the tasks that wait for it. Returns their runs. */
export async function recordJudgement(
  tx: Queryable,
  contentHash: string,
  judgement: { readonly judge: string; readonly reply: string; readonly verdict: JudgeVerdict },
): Promise<readonly number[]> {
  await tx.query(sql`
    insert into ${judgements} (content_hash, judge, reply, verdict)
    values (${contentHash}, ${judgement.judge}, ${judgement.reply}, ${jsonParameter(judgement.verdict)})
    on conflict (content_hash) do nothing`);
  return completeTasks(tx, contentHash);
}

/** The pending tasks with a content, locked in the common order, for a join with the rows to update. */
const waitingTasks = (contentHash: string): SQL => sql`(
  select t.run_id, t.ordinal from ${judgeTasks} t
  where t.content_hash = ${contentHash}::text and t.status = 'PENDING' ${IN_ORDER}) waiting`;

/** Completes all pending tasks with a content that is judged. Returns their runs. */
export async function completeTasks(tx: Queryable, contentHash: string): Promise<readonly number[]> {
  const rows = await tx.query(typed`
    update ${judgeTasks} as t set status = 'DONE', locked_until = null, last_error = null
    from ${waitingTasks(contentHash)}
    where t.run_id = waiting.run_id and t.ordinal = waiting.ordinal and t.status = 'PENDING'
    returning ${list({ run: t.runId })}`);
  return [...new Set(rows.map(({ run }) => run))];
}

/** Deletes the judge tasks of a run. The judge's replies are kept, so that they can be reused. */
export async function dropTasks(tx: Queryable, run: number): Promise<void> {
  await tx.query(sql`delete from ${judgeTasks} where ${judgeTasks.runId} = ${run}::int`);
}

/** Deletes the pending tasks of a run. */
export async function dropPendingTasks(tx: Queryable, run: number): Promise<void> {
  await tx.query(sql`
    delete from ${judgeTasks} where ${judgeTasks.runId} = ${run}::int and ${judgeTasks.status} = 'PENDING'`);
}

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
