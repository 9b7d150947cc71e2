import { type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../db/database.ts";
import { integerArray } from "../db/statement.ts";
import { keyRevisions } from "../db/tables/benchmark-tables.ts";
import { judgeTasks, predictions, runs, scores } from "../db/tables/run-tables.ts";
import type { PredictionRecord } from "./prediction-writes.ts";

/** The revision of a release's answer key that holds now. */
export async function fetchKeyRevision(database: Queryable, release: number): Promise<number> {
  const [row] = await database.query<{ revision: number }>(sql`
    select coalesce(max(${keyRevisions.revision}), 1) as revision from ${keyRevisions}
    where ${keyRevisions.releaseId} = ${release}::int`);
  return row?.revision ?? 1;
}

/** A run that a corrected key concerns. */
export interface AffectedRun {
  readonly run: number;
  /** Its latest scoring; null for a run that is still open, whose predictions are judged all the same. */
  readonly revision: number | null;
  readonly extractor: string | null;
  readonly extractorVersion: string | null;
  /** Who has read what the extractor could not, as the latest scoring has it. */
  readonly judge: string | null;
  /** A judge has read it, or is to. */
  readonly judged: boolean;
}

/** The latest scoring of a run, to be joined to `runs`. */
const latestScoring = sql`lateral (
  select ${scores.revision} as revision, ${scores.extractor} as extractor, ${scores.extractorVersion} as version,
    ${scores.judge} as judge
  from ${scores} where ${scores.runId} = ${runs.id} order by ${scores.revision} desc limit 1) latest`;

/** The runs of a release that were asked in one way, oldest first. */
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

/** A run, as one that a corrected key concerns. */
export async function fetchAffectedRun(tx: Queryable, run: number): Promise<AffectedRun | undefined> {
  return (await affectedRuns(tx, sql`${runs.id} = ${run}::int`))[0];
}

const affectedRuns = (tx: Queryable, where: SQL): Promise<AffectedRun[]> =>
  tx.query<AffectedRun>(sql`
    select ${runs.id} as run, latest.revision as revision, latest.extractor as extractor,
      latest.version as "extractorVersion", latest.judge as judge, latest.judge is not null or exists (
        select from ${judgeTasks} where ${judgeTasks.runId} = ${runs.id}) as judged
    from ${runs} left join ${latestScoring} on true where ${where} order by ${runs.id}`);

/** Who scored a run last, with what. */
export interface LatestScoring {
  readonly revision: number;
  readonly extractor: string;
  readonly extractorVersion: string;
  readonly keyRevision: number;
  readonly judge: string | null;
}

/** Undefined for a run that is not scored. */
export async function fetchLatestScoring(tx: Queryable, run: number): Promise<LatestScoring | undefined> {
  const [row] = await tx.query<LatestScoring>(sql`
    select ${scores.revision} as revision, ${scores.extractor} as extractor,
      ${scores.extractorVersion} as "extractorVersion", ${scores.keyRevision} as "keyRevision", ${scores.judge} as judge
    from ${scores} where ${scores.runId} = ${run}::int order by ${scores.revision} desc limit 1`);
  return row;
}

/** A prediction as it is stored, with the run it belongs to. */
export interface RunPrediction extends PredictionRecord {
  readonly run: number;
}

/** The predictions of the runs, at these ordinals or at all. */
export async function fetchRunPredictions(
  tx: Queryable,
  ofRuns: readonly number[],
  ordinals: readonly number[] | null,
): Promise<RunPrediction[]> {
  const somewhere = ordinals === null ? sql`true` : sql`${predictions.ordinal} = any(${integerArray(ordinals)})`;
  const rows = await tx.query<Omit<RunPrediction, "span"> & { start: number | null; end: number | null }>(sql`
    select ${predictions.runId} as run, ${predictions.ordinal} as ordinal, ${predictions.response} as response,
      ${predictions.error} as error, ${predictions.confirmation} as confirmation, ${predictions.outcome} as outcome,
      ${predictions.score} as score, ${predictions.answer} as answer, ${predictions.rule} as rule,
      ${predictions.spanStart} as start, ${predictions.spanEnd} as end, ${predictions.ambiguous} as ambiguous
    from ${predictions} where ${predictions.runId} = any(${integerArray(ofRuns)}) and ${somewhere}`);
  return rows.map(({ start, end, ...row }) => ({
    ...row,
    span: start === null || end === null ? null : { start, end },
  }));
}
