import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { JudgeVerdict } from "../../domain/judge-verdict.ts";
import type { Queryable } from "../db/database.ts";
import { integerArray, jsonParameter, textArray } from "../db/statement.ts";
import { judgements, judgeTasks } from "../db/tables/judge-tables.ts";
import { list, typed } from "../db/typed-sql.ts";

/** The columns of the queue in statements that call it `t`. */
export const t = alias(judgeTasks, "t");

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
export const waitingTasks = (contentHash: string): SQL => sql`(
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
