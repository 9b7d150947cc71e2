import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../db/database.ts";
import { integerArray } from "../db/statement.ts";
import { judgeTasks } from "../db/tables/judge-tables.ts";
import { predictions, runs, scores } from "../db/tables/run-tables.ts";
import { boolean, columnsOf, first, innerList, list, nullable, pick, type RowOf, typed } from "../db/typed-sql.ts";
import type { PredictionRecord } from "./prediction-writes.ts";

const scoring = pick(scores, "revision", "extractor", "extractorVersion", "judge");
const latest = columnsOf("latest", scoring);

/** The latest scoring of a run, to be joined to `runs`. */
const latestScoring = sql`lateral (
  select ${innerList(scoring)}
  from ${scores} where ${scores.runId} = ${runs.id} order by ${scores.revision} desc limit 1) latest`;

const affectedRun = {
  run: runs.id,
  /**
   * The revision of the latest scoring; null for an open run. The predictions of an open run nevertheless have
   * extracted answers and outcomes.
   */
  revision: nullable(latest.revision),
  extractor: nullable(latest.extractor),
  extractorVersion: nullable(latest.extractorVersion),
  /** The judge of the latest scoring. */
  judge: nullable(latest.judge),
  /** Whether the judge has read responses of the run, or the run has tasks for the judge. */
  judged: boolean(sql`${latest.judge} is not null or exists (
    select from ${judgeTasks} where ${judgeTasks.runId} = ${runs.id})`),
};

/** A run that a corrected answer key affects. */
export type AffectedRun = RowOf<typeof affectedRun>;

/** The runs of a release that were asked in the same way (with or without options and confirmations), oldest first. */
export function fetchAffectedRuns(
  tx: Queryable,
  asked: { readonly release: number; readonly openEnded: boolean; readonly doubleResponse: boolean },
): Promise<AffectedRun[]> {
  const { release, openEnded, doubleResponse } = asked;
  return affectedRuns(
    tx,
    sql`${runs.releaseId} = ${release}::int and ${runs.openEnded} = ${openEnded}::boolean
      and coalesce(${runs.confirmations} = 'DOUBLE', false) = ${doubleResponse}::boolean`,
  );
}

/** The columns of `affectedRun` for one run; undefined if there is no such run. */
export async function fetchAffectedRun(tx: Queryable, run: number): Promise<AffectedRun | undefined> {
  return (await affectedRuns(tx, sql`${runs.id} = ${run}::int`))[0];
}

const affectedRuns = (tx: Queryable, where: SQL): Promise<AffectedRun[]> =>
  tx.query(
    typed`select ${list(affectedRun)} from ${runs} left join ${latestScoring} on true where ${where} order by ${runs.id}`,
  );

const provenance = { ...scoring, keyRevision: scores.keyRevision };

/** The provenance of a run's latest scoring. */
export type LatestScoring = RowOf<typeof provenance>;

/** The provenance of a run's latest scoring; undefined for a run that is not scored. */
export const fetchLatestScoring = (tx: Queryable, run: number): Promise<LatestScoring | undefined> =>
  first(
    tx.query(typed`
      select ${list(provenance)}
      from ${scores} where ${scores.runId} = ${run}::int order by ${scores.revision} desc limit 1`),
  );

/** A stored prediction with its run. */
export interface RunPrediction extends PredictionRecord {
  readonly run: number;
}

/** The predictions of the runs; only those at `ordinals`, unless it is null. */
export async function fetchRunPredictions(
  tx: Queryable,
  ofRuns: readonly number[],
  ordinals: readonly number[] | null,
): Promise<RunPrediction[]> {
  const somewhere = ordinals === null ? sql`true` : sql`${predictions.ordinal} = any(${integerArray(ordinals)})`;
  const { runId: run, spanStart: start, spanEnd: end, ...columns } = getTableColumns(predictions);
  const rows = await tx.query(typed`
    select ${list({ run, start, end, ...columns })}
    from ${predictions} where ${predictions.runId} = any(${integerArray(ofRuns)}) and ${somewhere}`);
  return rows.map(({ start, end, ...row }) => ({
    ...row,
    span: start === null || end === null ? null : { start, end },
  }));
}
