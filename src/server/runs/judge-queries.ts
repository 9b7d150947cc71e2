import { type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../db/database.ts";
import { integerArray } from "../db/statement.ts";
import { judgements, judgeTasks } from "../db/tables/judge-tables.ts";
import { runs } from "../db/tables/run-tables.ts";
import { int, list, nullable, pick, type RowOf, typed } from "../db/typed-sql.ts";

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
