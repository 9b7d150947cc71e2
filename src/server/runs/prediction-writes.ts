import { type SQL, sql } from "drizzle-orm";
import { isPartial } from "../../domain/partial.ts";
import { outputBytes } from "../conditions/response-text.ts";
import type { Queryable } from "../db/database.ts";
import { allDone } from "../db/promises.ts";
import { booleanArray, columnArray, integerArray } from "../db/statement.ts";
import { predictions, runs, scores } from "../db/tables/run-tables.ts";
import { boolean, first, int, list, type RowOf, typed, when } from "../db/typed-sql.ts";
import type { NewVectors, StoredVectors } from "../memory/score-queries.ts";

const { ordinal, response, error, confirmation, outcome, score, answer, rule, ambiguous } = predictions;

const storedOutput = { ordinal, response, error, confirmation };

/** The model's output for one question. */
export type StoredOutput = RowOf<typeof storedOutput>;

const outcomeRow = { ordinal, outcome, score };
/** The answer if it is short enough to be an option's label; else NULL. Only labels are read as chosen options. */
const label = when(sql`octet_length(${answer}) <= 2`, answer);

/**
 * A prediction's outcome, its score from 0 to 1 (null if it is not scored), and its answer. The answer may be left out
 * if it is not an option's label.
 */
export interface OutcomeRow extends RowOf<typeof outcomeRow> {
  readonly answer: string | null;
}

const scoredPrediction = { ...storedOutput, ...outcomeRow, answer, rule, ambiguous };

/** A scored prediction to be stored. */
export interface PredictionRecord extends RowOf<typeof scoredPrediction> {
  /** The part of the response that holds the answer, in UTF-16 code units. */
  readonly span: { readonly start: number; readonly end: number } | null;
}

/** Inserts predictions in one statement, with one array for each column, and counts their bytes to the run. */
export async function insertPredictions(tx: Queryable, run: number, rows: readonly PredictionRecord[]): Promise<void> {
  if (rows.length === 0) return;
  const column = (type: Parameters<typeof columnArray>[0], value: (row: PredictionRecord) => ColumnValue): SQL =>
    columnArray(type, rows, value);
  const texts = (name: "response" | "error" | "confirmation" | "outcome" | "answer" | "rule"): SQL =>
    column("text", (row) => row[name]);
  const bytes = rows.reduce((sum, row) => sum + outputBytes(row), 0);
  const inserted = tx.query(sql`
    insert into ${predictions} (run_id, ordinal, response, error, confirmation, outcome, score, answer, rule, span_start,
      span_end, ambiguous)
    select ${run}::int, * from unnest(
      ${column("int", (row) => row.ordinal)}, ${texts("response")}, ${texts("error")}, ${texts("confirmation")},
      ${texts("outcome")}, ${column("real", (row) => row.score)}, ${texts("answer")}, ${texts("rule")},
      ${column("int", (row) => row.span?.start ?? null)}, ${column("int", (row) => row.span?.end ?? null)},
      ${column("boolean", (row) => row.ambiguous)})`);
  const counted = tx.query(
    sql`update ${runs} set stored_bytes = stored_bytes + ${bytes}::float8 where ${runs.id} = ${run}::int`,
  );
  // Both statements are sent at once and run in this order.
  await allDone([inserted, counted]);
}

type ColumnValue = string | number | boolean | null;

/** The outputs that a run already has at these ordinals. */
export function fetchOutputs(tx: Queryable, run: number, ordinals: readonly number[]): Promise<StoredOutput[]> {
  return tx.query(typed`
    select ${list(storedOutput)} from ${predictions}
    where ${predictions.runId} = ${run}::int and ${predictions.ordinal} = any(${integerArray(ordinals)})`);
}

export async function countPredictions(tx: Queryable, run: number): Promise<number> {
  const [row] = await tx.query(
    typed`select ${list({ n: int(sql`count(*)`) })} from ${predictions} where ${predictions.runId} = ${run}::int`,
  );
  return row?.n ?? 0;
}

/** The characters that `String.trim` removes, so that SQL and code agree on blank texts. */
const WHITESPACE =
  "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";

/** Whether a run has a confirmation that is not blank at one of these ordinals. */
export async function hasConfirmations(tx: Queryable, run: number, ordinals: readonly number[]): Promise<boolean> {
  const found = boolean(sql`exists (
    select from ${predictions} where ${predictions.runId} = ${run}::int
      and btrim(${predictions.confirmation}, ${WHITESPACE}::text) <> ''
      and ${predictions.ordinal} = any(${integerArray(ordinals)}))`);
  return (await first(tx.query(typed`select ${list({ found })}`)))?.found ?? false;
}

/** The outcomes of all predictions of a run, in no order. */
export const fetchOutcomes = (tx: Queryable, run: number): Promise<OutcomeRow[]> =>
  tx.query(
    typed`select ${list({ ...outcomeRow, answer: label })} from ${predictions} where ${predictions.runId} = ${run}::int`,
  );

export interface ScoringProvenance {
  readonly revision: number;
  readonly extractor: string;
  readonly extractorVersion: string;
  readonly keyRevision: number;
  /** The score over the whole release; null if no question is in the denominator. */
  readonly value: number | null;
  /** Why the run was scored again; null for the first scoring. */
  readonly reason: string | null;
  /** The judge of the responses that the extractor could not read; null or absent if no judge was asked. */
  readonly judge?: string | null;
}

/** Inserts a scoring and updates the run's summary. The run's predictions must be stored before. */
export async function insertScores(
  tx: Queryable,
  run: number,
  vectors: NewVectors,
  provenance: ScoringProvenance,
): Promise<void> {
  const { answered, correct, unparsed, errored, unscored, graded, choices } = vectors;
  const gradedBytes = graded && new Uint8Array(graded.buffer, graded.byteOffset, graded.byteLength);
  const inserted = tx.query(sql`
    insert into ${scores} (run_id, revision, extractor, extractor_version, key_revision, length, answered, correct, unparsed,
      errored, unscored, graded, choices, value, reason, judge)
    values (${run}, ${provenance.revision}, ${provenance.extractor}, ${provenance.extractorVersion},
      ${provenance.keyRevision}, ${answered.length}, ${sql.param(answered.bytes)}::bytea, ${sql.param(correct.bytes)}::bytea,
      ${sql.param(unparsed.bytes)}::bytea, ${sql.param(errored.bytes)}::bytea, ${sql.param(unscored.bytes)}::bytea,
      ${sql.param(gradedBytes)}::bytea, ${sql.param(choices)}::bytea, ${provenance.value}::float8, ${provenance.reason}::text,
      ${provenance.judge ?? null}::text)`);
  // Both statements are sent at once and run in this order.
  await allDone([inserted, storeRunSummaries(tx, [{ run, vectors }])]);
}

/** A run and the vectors of its latest scoring. */
export interface SummarizedRun {
  readonly run: number;
  readonly vectors: StoredVectors;
}

/**
 * Updates the columns of runs that summarize their predictions, so that no list reads predictions: the number of
 * missing questions, whether the run is partial, and the share of ambiguous predictions. Predictions and scores must be
 * stored before.
 */
export async function storeRunSummaries(tx: Queryable, summarized: readonly SummarizedRun[]): Promise<void> {
  if (summarized.length === 0) return;
  const ids = integerArray(summarized.map(({ run }) => run));
  const missing = summarized.map(({ vectors }) => missingCount(vectors));
  const partial = summarized.map(({ vectors }, index) => isPartial(missing[index] ?? 0, scorableCount(vectors)));
  await tx.query(sql`
    update ${runs} set missing = x.missing, partial = x.partial, ambiguous_share = coalesce(readings.share, 0)
    from unnest(${ids}, ${integerArray(missing)}, ${booleanArray(partial)}) as x(run_id, missing, partial)
      left join (
        select ${predictions.runId} as run_id,
          (count(*) filter (where ${predictions.ambiguous}))::float8 / count(*) as share
        from ${predictions} where ${predictions.runId} = any(${ids}) group by ${predictions.runId}) readings
        on readings.run_id = x.run_id
    where ${runs.id} = x.run_id`);
}

const scorableCount = ({ unscored }: StoredVectors): number => unscored.length - unscored.count();

/** The number of questions that can be scored and have no prediction. */
const missingCount = ({ answered, unparsed, errored, unscored }: StoredVectors): number =>
  answered.length - answered.or(unparsed).or(errored).or(unscored).count();
