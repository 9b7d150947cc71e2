import { type SQL, sql } from "drizzle-orm";
import type { Outcome } from "../../domain/vocabulary.ts";
import type { Queryable } from "../db/database.ts";
import { integerArray, textArray } from "../db/statement.ts";
import { predictions, scores } from "../db/tables/run-tables.ts";
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

const list = (values: readonly unknown[], type: "text" | "int" | "real" | "boolean"): SQL =>
  sql`${sql.param([...values])}::${sql.raw(type)}[]`;

/** Inserts predictions, with one array for each column: one statement, whatever their number. */
export async function insertPredictions(tx: Queryable, run: number, rows: readonly PredictionRecord[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(sql`
    insert into ${predictions} (run_id, ordinal, response, error, confirmation, outcome, score, answer, rule, span_start,
      span_end, ambiguous)
    select ${run}::int, * from unnest(
      ${integerArray(rows.map((row) => row.ordinal))},
      ${list(
        rows.map((row) => row.response),
        "text",
      )},
      ${list(
        rows.map((row) => row.error),
        "text",
      )},
      ${list(
        rows.map((row) => row.confirmation),
        "text",
      )},
      ${textArray(rows.map((row) => row.outcome))},
      ${list(
        rows.map((row) => row.score),
        "real",
      )},
      ${list(
        rows.map((row) => row.answer),
        "text",
      )},
      ${textArray(rows.map((row) => row.rule))},
      ${list(
        rows.map((row) => row.span?.start ?? null),
        "int",
      )},
      ${list(
        rows.map((row) => row.span?.end ?? null),
        "int",
      )},
      ${list(
        rows.map((row) => row.ambiguous),
        "boolean",
      )})`);
}

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
}

export async function insertScores(
  tx: Queryable,
  run: number,
  vectors: StoredVectors,
  provenance: ScoringProvenance,
): Promise<void> {
  const { answered, correct, unparsed, errored, unscored, graded } = vectors;
  const gradedBytes = graded && new Uint8Array(graded.buffer, graded.byteOffset, graded.byteLength);
  await tx.query(sql`
    insert into ${scores} (run_id, revision, extractor, extractor_version, key_revision, length, answered, correct, unparsed,
      errored, unscored, graded, value)
    values (${run}, ${provenance.revision}, ${provenance.extractor}, ${provenance.extractorVersion},
      ${provenance.keyRevision}, ${answered.length}, ${sql.param(answered.bytes)}::bytea, ${sql.param(correct.bytes)}::bytea,
      ${sql.param(unparsed.bytes)}::bytea, ${sql.param(errored.bytes)}::bytea, ${sql.param(unscored.bytes)}::bytea,
      ${sql.param(gradedBytes)}::bytea, ${provenance.value}::float8)`);
}
