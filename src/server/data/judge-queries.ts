import { sql } from "drizzle-orm";
import type { JudgeVerdict } from "../../domain/judge-verdict.ts";
import type { Queryable } from "../db/database.ts";
import { integerArray } from "../db/statement.ts";
import { judgements, judgeTasks, runs } from "../db/tables/run-tables.ts";

/** Whether the content has been judged. */
export async function isJudged(database: Queryable, contentHash: string): Promise<boolean> {
  const rows = await database.query(sql`
    select 1 from ${judgements} where ${judgements.contentHash} = ${contentHash}::text`);
  return rows.length > 0;
}

/** Runs that wait for a judge, though nothing is left to be asked. */
export async function fetchFinishableRuns(database: Queryable): Promise<readonly number[]> {
  const rows = await database.query<{ run: number }>(sql`
    select ${runs.id} as run from ${runs}
    where (${runs.status} = 'JUDGING' or ${runs.rejudging}) and not exists (
      select from ${judgeTasks} where ${judgeTasks.runId} = ${runs.id} and ${judgeTasks.status} = 'PENDING')
    order by ${runs.id} limit 100`);
  return rows.map(({ run }) => run);
}

/** Whether something of the run is still to be asked. */
export async function hasPendingTasks(database: Queryable, run: number): Promise<boolean> {
  const rows = await database.query(sql`
    select 1 from ${judgeTasks} where ${judgeTasks.runId} = ${run}::int and ${judgeTasks.status} = 'PENDING' limit 1`);
  return rows.length > 0;
}

/** How many responses wait for a judge, of all runs. */
export async function countPendingTasks(database: Queryable): Promise<number> {
  const [row] = await database.query<{ count: number }>(sql`
    select count(*)::int as count from ${judgeTasks} where ${judgeTasks.status} = 'PENDING'`);
  return row?.count ?? 0;
}

/** What became of a response that a judge was to read. */
export interface TaskVerdict {
  readonly run: number;
  readonly ordinal: number;
  readonly status: "PENDING" | "DONE" | "FAILED";
  /** Null where no judge has said anything. */
  readonly verdict: JudgeVerdict | null;
  readonly judge: string | null;
}

/** The verdicts on all of some runs that was put in the queue, or on what of it is at these ordinals. */
export function fetchVerdicts(
  tx: Queryable,
  ofRuns: readonly number[],
  ordinals: readonly number[] | null = null,
): Promise<TaskVerdict[]> {
  const somewhere = ordinals === null ? sql`true` : sql`${judgeTasks.ordinal} = any(${integerArray(ordinals)})`;
  return tx.query<TaskVerdict>(sql`
    select ${judgeTasks.runId} as run, ${judgeTasks.ordinal} as ordinal, ${judgeTasks.status} as status, ${judgements.verdict} as verdict, ${judgements.judge} as judge
    from ${judgeTasks} left join ${judgements} on ${judgements.contentHash} = ${judgeTasks.contentHash}
    where ${judgeTasks.runId} = any(${integerArray(ofRuns)}) and ${somewhere}`);
}
