import { type SQL, sql } from "drizzle-orm";
import type { AnswerKey } from "../../domain/import-batch.ts";
import type { Queryable } from "../db/database.ts";
import { booleanArray, integerArray, jsonParameter } from "../db/statement.ts";
import { answers, keyRevisions, questions } from "../db/tables/benchmark-tables.ts";
import { predictions, scores } from "../db/tables/run-tables.ts";
import type { NewVectors } from "../memory/score-queries.ts";
import type { RunPrediction } from "./key-revision-queries.ts";
import { type ScoringProvenance, storeRunSummaries } from "./prediction-writes.ts";

/** A new revision of a release's answer key. */
export interface KeyRevisionRecord {
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
