import { type SQL, sql } from "drizzle-orm";
import type { Outcome } from "../../domain/vocabulary.ts";
import { allDone } from "../db/all-done.ts";
import type { Queryable } from "../db/database.ts";
import { columnArray, integerArray } from "../db/statement.ts";
import { predictions, scores } from "../db/tables/run-tables.ts";
import { storeRunSummaries } from "./run-summary-writes.ts";
import type { StoredVectors } from "./score-queries.ts";

/** What a model said to one question. */
export interface StoredOutput {
  readonly ordinal: number;
  readonly response: string | null;
  readonly error: string | null;
  readonly confirmation: string | null;
}

/** A prediction with its judgement, ready to be stored. */
export interface PredictionRecord extends StoredOutput {
  readonly outcome: Outcome;
  /** 0 to 1; null where it is not scored. */
  readonly score: number | null;
  readonly answer: string | null;
  readonly rule: string;
  /** In UTF-16 code units of the response. */
  readonly span: { readonly start: number; readonly end: number } | null;
  readonly ambiguous: boolean;
}

/** Inserts predictions, with one array for each column: one statement, whatever their number. */
export async function insertPredictions(tx: Queryable, run: number, rows: readonly PredictionRecord[]): Promise<void> {
  if (rows.length === 0) return;
  const column = (type: Parameters<typeof columnArray>[0], value: (row: PredictionRecord) => ColumnValue): SQL =>
    columnArray(type, rows, value);
  const texts = (name: "response" | "error" | "confirmation" | "outcome" | "answer" | "rule"): SQL =>
    column("text", (row) => row[name]);
  await tx.query(sql`
    insert into ${predictions} (run_id, ordinal, response, error, confirmation, outcome, score, answer, rule, span_start,
      span_end, ambiguous)
    select ${run}::int, * from unnest(
      ${column("int", (row) => row.ordinal)}, ${texts("response")}, ${texts("error")}, ${texts("confirmation")},
      ${texts("outcome")}, ${column("real", (row) => row.score)}, ${texts("answer")}, ${texts("rule")},
      ${column("int", (row) => row.span?.start ?? null)}, ${column("int", (row) => row.span?.end ?? null)},
      ${column("boolean", (row) => row.ambiguous)})`);
}

type ColumnValue = string | number | boolean | null;

/** The predictions that a run already has for these ordinals. */
export function fetchOutputs(tx: Queryable, run: number, ordinals: readonly number[]): Promise<StoredOutput[]> {
  return tx.query(sql`
    select ${predictions.ordinal} as ordinal, ${predictions.response} as response, ${predictions.error} as error,
      ${predictions.confirmation} as confirmation
    from ${predictions} where ${predictions.runId} = ${run}::int and ${predictions.ordinal} = any(${integerArray(ordinals)})`);
}

export async function countPredictions(tx: Queryable, run: number): Promise<number> {
  const [row] = await tx.query<{ n: number }>(sql`
    select count(*)::int as n from ${predictions} where ${predictions.runId} = ${run}::int`);
  return row?.n ?? 0;
}

/** The characters that `String.trim` removes: SQL and code have one definition of a blank text. */
const WHITESPACE =
  "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";

/** Whether a run has a confirmation, which is not blank, of one of these questions. */
export async function hasConfirmations(tx: Queryable, run: number, ordinals: readonly number[]): Promise<boolean> {
  const [row] = await tx.query<{ found: boolean }>(sql`
    select exists (
      select from ${predictions} where ${predictions.runId} = ${run}::int and btrim(${predictions.confirmation}, ${WHITESPACE}::text) <> ''
        and ${predictions.ordinal} = any(${integerArray(ordinals)})) as found`);
  return row?.found ?? false;
}

/** What became of each prediction of a run. */
export type OutcomeRow = Pick<PredictionRecord, "ordinal" | "outcome" | "score">;

export function fetchOutcomes(tx: Queryable, run: number): Promise<OutcomeRow[]> {
  return tx.query<OutcomeRow>(sql`
    select ${predictions.ordinal} as ordinal, ${predictions.outcome} as outcome, ${predictions.score} as score
    from ${predictions} where ${predictions.runId} = ${run}::int`);
}

/** Who scored a run with what. */
export interface ScoringProvenance {
  readonly revision: number;
  readonly extractor: string;
  readonly extractorVersion: string;
  readonly keyRevision: number;
  /** The score over the whole release; null where nothing is in the denominator. */
  readonly value: number | null;
  /** Why the run was scored again; null for the first scoring. */
  readonly reason: string | null;
  /** The judge that read what the extractor could not; none where there was none to ask. */
  readonly judge?: string | null;
}

/** Inserts a run's scoring, and stores what lists say of the run; its predictions are stored before. */
export async function insertScores(
  tx: Queryable,
  run: number,
  vectors: StoredVectors,
  provenance: ScoringProvenance,
): Promise<void> {
  const { answered, correct, unparsed, errored, unscored, graded } = vectors;
  const gradedBytes = graded && new Uint8Array(graded.buffer, graded.byteOffset, graded.byteLength);
  const inserted = tx.query(sql`
    insert into ${scores} (run_id, revision, extractor, extractor_version, key_revision, length, answered, correct, unparsed,
      errored, unscored, graded, value, reason, judge)
    values (${run}, ${provenance.revision}, ${provenance.extractor}, ${provenance.extractorVersion},
      ${provenance.keyRevision}, ${answered.length}, ${sql.param(answered.bytes)}::bytea, ${sql.param(correct.bytes)}::bytea,
      ${sql.param(unparsed.bytes)}::bytea, ${sql.param(errored.bytes)}::bytea, ${sql.param(unscored.bytes)}::bytea,
      ${sql.param(gradedBytes)}::bytea, ${provenance.value}::float8, ${provenance.reason}::text,
      ${provenance.judge ?? null}::text)`);
  // Sent together, and done in this order.
  await allDone([inserted, storeRunSummaries(tx, [{ run, vectors }])]);
}
