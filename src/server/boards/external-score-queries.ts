import { type SQL, sql } from "drizzle-orm";
import type { ExternalMetric } from "../../domain/external-metric.ts";
import type { Queryable } from "../db/database.ts";
import { integerArray, jsonParameter } from "../db/statement.ts";
import { questions, tasks } from "../db/tables/benchmark-tables.ts";
import { externalScores } from "../db/tables/review-tables.ts";
import { predictions, runs } from "../db/tables/run-tables.ts";
import { boolean, first, int, list, nullable, type RowOf, typed } from "../db/typed-sql.ts";
import { answered } from "./named-prediction-queries.ts";

/** A score that was computed elsewhere; null to remove the stored one. */
export interface NewExternalScore {
  readonly ordinal: number;
  readonly value: number | null;
}

/** Where scores come from, and who reported them. */
export interface ScoreOrigin {
  readonly metric: ExternalMetric;
  readonly source: string;
  readonly reportedBy: string;
}

/** Replaces the reported scores of these predictions of a run. Those of its other predictions stay. */
export async function replaceExternalScores(
  tx: Queryable,
  run: number,
  found: readonly NewExternalScore[],
  { metric, source, reportedBy }: ScoreOrigin,
): Promise<void> {
  const rows = sql`jsonb_to_recordset(${jsonParameter(found)}) as x(ordinal int, value float8)`;
  await tx.query(sql`
    delete from ${externalScores} where ${externalScores.runId} = ${run}::int
      and ${externalScores.ordinal} in (select x.ordinal from ${rows})`);
  await tx.query(sql`
    insert into ${externalScores} (run_id, ordinal, metric, value, source, reported_by)
    select ${run}::int, x.ordinal, ${metric}::text, x.value, ${source}::text, ${reportedBy}::text
    from ${rows} where x.value is not null`);
}

/** How many predictions of a run have a reported score. */
export async function countReported(database: Queryable, run: number): Promise<number> {
  const reported = int(sql`count(*)`);
  const found = await first(
    database.query(
      typed`select ${list({ reported })} from ${externalScores} where ${externalScores.runId} = ${run}::int`,
    ),
  );
  return found?.reported ?? 0;
}

/** Whether the owner of its run reported a score; otherwise a maintainer or an administrator did. */
export const reportedByOwner = (owner: SQL): SQL => sql`(${externalScores.reportedBy} = ${owner})`;

const caption = {
  run: runs.id,
  ordinal: questions.ordinal,
  task: tasks.slug,
  /** Whether the model sent a caption. AVI-Bench's script counts an empty one as none. */
  sent: answered,
  value: nullable(externalScores.value),
  metric: nullable(externalScores.metric),
  source: nullable(externalScores.source),
  byOwner: nullable(boolean(reportedByOwner(sql`${runs.owner}`))),
};

/** A question that asks for a caption, with the score that was reported for a run's response to it. */
export type ReportedCaption = RowOf<typeof caption>;

/** The questions that ask for captions in the releases of those of these runs that have a reported score. */
export const fetchReportedCaptions = (database: Queryable, wanted: readonly number[]): Promise<ReportedCaption[]> =>
  database.query(typed`
    select ${list(caption)} from ${runs}
    join ${questions} on ${questions.releaseId} = ${runs.releaseId} and ${questions.answerFormat} = 'CAPTION'
    join ${tasks} on ${tasks.id} = ${questions.taskId}
    left join ${predictions} on ${predictions.runId} = ${runs.id} and ${predictions.ordinal} = ${questions.ordinal}
      and ${predictions.runId} = any(${integerArray(wanted)})
    left join ${externalScores} on ${externalScores.runId} = ${runs.id}
      and ${externalScores.ordinal} = ${questions.ordinal}
    where ${runs.id} = any(${integerArray(wanted)})
      and exists (select from ${externalScores} any_score where any_score.run_id = ${runs.id})`);
