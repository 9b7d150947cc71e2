import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { AnswerKey } from "../../domain/import-batch.ts";
import type { Queryable } from "../db/database.ts";
import { booleanArray, integerArray, jsonParameter } from "../db/statement.ts";
import { answers, keyRevisions, questions } from "../db/tables/benchmark-tables.ts";
import { judgeTasks } from "../db/tables/judge-tables.ts";
import { predictions, runs, scores } from "../db/tables/run-tables.ts";
import { boolean, columnsOf, first, innerList, list, nullable, pick, type RowOf, typed } from "../db/typed-sql.ts";
import type { NewVectors } from "../memory/score-queries.ts";
import { type PredictionRecord, type ScoringProvenance, storeRunSummaries } from "./prediction-writes.ts";

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

/** A new revision of a release's answer key. */
interface KeyRevisionRecord {
  readonly revision: number;
  readonly reason: string;
  readonly author: string;
  /** The questions whose answer keys change. */
  readonly corrections: readonly { readonly ordinal: number; readonly key: AnswerKey }[];
}

/** Inserts a revision with its answer keys. Confirmations do not change. The caller must have locked the answer key. */
export async function insertKeyRevision(tx: Queryable, release: number, record: KeyRevisionRecord): Promise<void> {
  await tx.query(sql`
    insert into ${keyRevisions} (release_id, revision, reason, author)
    values (${release}::int, ${record.revision}::int, ${record.reason}::text, ${record.author}::text)`);
  await tx.query(sql`
    insert into ${answers} (question_id, revision, key, confirmation)
    select distinct on (q.id) q.id, ${record.revision}::int, x.key, a.confirmation
    from jsonb_to_recordset(${jsonParameter(record.corrections)}) as x(ordinal int, key jsonb)
    join ${questions} q on q.release_id = ${release}::int and q.ordinal = x.ordinal
    join ${answers} a on a.question_id = q.id
    order by q.id, a.revision desc`);
}

/** Updates the outcomes and extractions of predictions. */
export async function updateJudgements(tx: Queryable, rows: readonly RunPrediction[]): Promise<void> {
  if (rows.length === 0) return;
  const column = (type: "text" | "int" | "real", value: (row: RunPrediction) => string | number | null): SQL =>
    sql`${sql.param(rows.map(value))}::${sql.raw(type)}[]`;
  await tx.query(sql`
    update ${predictions} set outcome = x.outcome, score = x.score, answer = x.answer, rule = x.rule,
      span_start = x.span_start, span_end = x.span_end, ambiguous = x.ambiguous
    from unnest(${column("int", (row) => row.run)}, ${column("int", (row) => row.ordinal)},
      ${column("text", (row) => row.outcome)}, ${column("real", (row) => row.score)},
      ${column("text", (row) => row.answer)}, ${column("text", (row) => row.rule)},
      ${column("int", (row) => row.span?.start ?? null)}, ${column("int", (row) => row.span?.end ?? null)},
      ${booleanArray(rows.map((row) => row.ambiguous))})
      as x(run_id, ordinal, outcome, score, answer, rule, span_start, span_end, ambiguous)
    where ${predictions.runId} = x.run_id and ${predictions.ordinal} = x.ordinal
      and ${predictions.runId} = any(${integerArray([...new Set(rows.map(({ run }) => run))])})`);
}

/** A run's next scoring. */
export interface NextScoring {
  readonly run: number;
  readonly vectors: NewVectors;
  readonly provenance: ScoringProvenance;
}

/**
 * Inserts the scorings of any number of runs and updates the runs' summaries, in two statements. Earlier scorings
 * remain. The predictions must already be stored.
 */
export async function insertScorings(tx: Queryable, scorings: readonly NextScoring[]): Promise<void> {
  if (scorings.length === 0) return;
  await tx.query(sql`
    insert into ${scores} (run_id, revision, extractor, extractor_version, key_revision, length, answered, correct, unparsed,
      errored, unscored, graded, choices, value, reason, judge)
    select x.run, x.revision, x.extractor, x."extractorVersion", x."keyRevision", x.length, decode(x.answered, 'hex'),
      decode(x.correct, 'hex'), decode(x.unparsed, 'hex'), decode(x.errored, 'hex'), decode(x.unscored, 'hex'),
      decode(x.graded, 'hex'), decode(x.choices, 'hex'), x.value, x.reason, x.judge
    from jsonb_to_recordset(${jsonParameter(scorings.map(scoringRow))}) as x(run int, revision int, extractor text,
      "extractorVersion" text, "keyRevision" int, length int, answered text, correct text, unparsed text, errored text,
      unscored text, graded text, choices text, value float8, reason text, judge text)`);
  await storeRunSummaries(tx, scorings);
}

/** Vectors as hexadecimal text, because JSON has no bytes. */
const scoringRow = ({ run, vectors, provenance }: NextScoring): object => ({
  run,
  ...provenance,
  length: vectors.answered.length,
  answered: hex(vectors.answered.bytes),
  correct: hex(vectors.correct.bytes),
  unparsed: hex(vectors.unparsed.bytes),
  errored: hex(vectors.errored.bytes),
  unscored: hex(vectors.unscored.bytes),
  graded: vectors.graded && hex(vectors.graded),
  choices: vectors.choices && hex(vectors.choices),
});

const hex = ({ buffer, byteOffset, byteLength }: Uint8Array | Float32Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString("hex");
