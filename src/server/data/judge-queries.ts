import { sql } from "drizzle-orm";
import type { JudgeVerdict } from "../../domain/judge-verdict.ts";
import type { Queryable } from "../db/database.ts";
import { judgements, judgeTasks, predictions, runs } from "../db/tables/run-tables.ts";
import type { StoredPrediction } from "./prediction-queries.ts";

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
    where ${runs.status} = 'JUDGING' and not exists (
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

/** A prediction with what a judge has said of it. */
export interface JudgedPrediction extends StoredPrediction {
  /** A judge was to read it. */
  readonly asked: boolean;
  /** Null where no judge has said anything. */
  readonly verdict: JudgeVerdict | null;
  readonly judge: string | null;
}

/** All predictions of a run, in the order of the release. */
export function fetchJudgedPredictions(tx: Queryable, run: number): Promise<JudgedPrediction[]> {
  return tx.query<JudgedPrediction>(sql`
    select ${predictions.ordinal} as ordinal, ${predictions.response} as response, ${predictions.error} as error,
      ${predictions.confirmation} as confirmation, ${predictions.outcome} as outcome, ${predictions.score} as score,
      ${predictions.answer} as answer, ${predictions.rule} as rule, ${judgeTasks.runId} is not null as asked,
      ${judgements.verdict} as verdict, ${judgements.judge} as judge
    from ${predictions} left join ${judgeTasks}
      on ${judgeTasks.runId} = ${predictions.runId} and ${judgeTasks.ordinal} = ${predictions.ordinal}
    left join ${judgements} on ${judgements.contentHash} = ${judgeTasks.contentHash}
    where ${predictions.runId} = ${run}::int order by ${predictions.ordinal}`);
}
