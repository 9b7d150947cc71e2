import { sql } from "drizzle-orm";
import { Bitset } from "../../domain/bitset.ts";
import type { Queryable } from "../db/database.ts";
import { integerArray } from "../db/statement.ts";
import { scores } from "../db/tables/run-tables.ts";

/** The vectors of one scoring, by question ordinal. A question that is in none of the sets is missing. */
export interface StoredVectors {
  readonly answered: Bitset;
  readonly correct: Bitset;
  readonly unparsed: Bitset;
  readonly errored: Bitset;
  readonly unscored: Bitset;
  /** 0 to 1; null where every score is 0 or 1, and `correct` says all. */
  readonly graded: Float32Array | null;
}

interface ScoreRow {
  readonly run: number;
  readonly length: number;
  readonly answered: Uint8Array;
  readonly correct: Uint8Array;
  readonly unparsed: Uint8Array;
  readonly errored: Uint8Array;
  readonly unscored: Uint8Array;
  readonly graded: Uint8Array | null;
}

const vectorColumns = sql`${scores.length} as length, ${scores.answered} as answered, ${scores.correct} as correct,
  ${scores.unparsed} as unparsed, ${scores.errored} as errored, ${scores.unscored} as unscored, ${scores.graded} as graded`;

/** Score vectors, and which scoring they are of. */
export interface ScoredVectors extends StoredVectors {
  readonly revision: number;
}

/** The score vectors of the runs under their latest scoring. A run that is not scored is not in the map. */
export async function fetchRunVectors(
  database: Queryable,
  runs: readonly number[],
): Promise<ReadonlyMap<number, ScoredVectors>> {
  const rows = await database.query<ScoreRow & { readonly revision: number }>(sql`
    select distinct on (${scores.runId}) ${scores.runId} as run, ${scores.revision} as revision, ${vectorColumns}
    from ${scores} where ${scores.runId} = any(${integerArray(runs)})
    order by ${scores.runId}, ${scores.revision} desc`);
  return new Map(rows.map((row) => [row.run, { ...vectors(row), revision: row.revision }]));
}

/** The latest scorings of the runs. A run that is not scored is not in the map. */
export async function fetchLatestRevisions(
  database: Queryable,
  runs: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await database.query<{ run: number; revision: number }>(sql`
    select ${scores.runId} as run, max(${scores.revision}) as revision from ${scores}
    where ${scores.runId} = any(${integerArray(runs)}) group by ${scores.runId}`);
  return new Map(rows.map(({ run, revision }) => [run, revision]));
}

/** One scoring of one run. */
export interface ScoringKey {
  readonly run: number;
  readonly revision: number;
}

/** What the score of a scoring is made of, without what became of the questions that are not right. */
export interface ScoreBitsRow extends ScoringKey {
  readonly length: number;
  /** Where the score is not 0: right answers, or, where scores are graded, answers. */
  readonly bits: Uint8Array;
  /** Null where nothing is. */
  readonly unscored: Uint8Array | null;
  readonly graded: Float32Array | null;
}

/** Of these scorings, in no order. */
export async function fetchScoreBits(
  database: Queryable,
  scorings: readonly ScoringKey[],
): Promise<readonly ScoreBitsRow[]> {
  const rows = await database.query<Omit<ScoreBitsRow, "graded"> & { readonly graded: Uint8Array | null }>(sql`
    select ${scores.runId} as run, ${scores.revision} as revision, ${scores.length} as length,
      case when ${scores.graded} is null then ${scores.correct} else ${scores.answered} end as bits,
      case when bit_count(${scores.unscored}) > 0 then ${scores.unscored} end as unscored, ${scores.graded} as graded
    from ${scores} join unnest(${integerArray(scorings.map(({ run }) => run))},
      ${integerArray(scorings.map(({ revision }) => revision))}) as wanted(run, revision)
      on ${scores.runId} = wanted.run and ${scores.revision} = wanted.revision`);
  return rows.map((row) => ({ ...row, graded: row.graded === null ? null : float32(row.graded) }));
}

/** The questions that a scoring has no prediction for and that can be scored, by ordinal. */
export interface MissingRow extends ScoringKey {
  readonly missing: Bitset;
}

/** Of these scorings, in no order. */
export async function fetchMissing(
  database: Queryable,
  scorings: readonly ScoringKey[],
): Promise<readonly MissingRow[]> {
  const rows = await database.query<Omit<ScoreRow, "correct" | "graded"> & { readonly revision: number }>(sql`
    select ${scores.runId} as run, ${scores.revision} as revision, ${scores.length} as length,
      ${scores.answered} as answered, ${scores.unparsed} as unparsed, ${scores.errored} as errored,
      ${scores.unscored} as unscored
    from ${scores} join unnest(${integerArray(scorings.map(({ run }) => run))},
      ${integerArray(scorings.map(({ revision }) => revision))}) as wanted(run, revision)
      on ${scores.runId} = wanted.run and ${scores.revision} = wanted.revision`);
  return rows.map(({ run, revision, length, ...sets }) => {
    const [first, ...rest] = [sets.answered, sets.unparsed, sets.errored, sets.unscored].map((bytes) =>
      Bitset.fromBytes(bytes, length),
    );
    const present = rest.reduce((sum, set) => sum.or(set), first ?? Bitset.empty(length));
    return { run, revision, missing: present.complement() };
  });
}

/** The score vectors of the runs under each of their scorings, by revision. */
export async function fetchScoringVectors(
  database: Queryable,
  runs: readonly number[],
): Promise<ReadonlyMap<number, ReadonlyMap<number, StoredVectors>>> {
  const rows = await database.query<ScoreRow & { readonly revision: number }>(sql`
    select ${scores.runId} as run, ${scores.revision} as revision, ${vectorColumns} from ${scores}
    where ${scores.runId} = any(${integerArray(runs)})`);
  const byRun = new Map<number, Map<number, StoredVectors>>(runs.map((run) => [run, new Map()]));
  for (const row of rows) byRun.get(row.run)?.set(row.revision, vectors(row));
  return byRun;
}

const vectors = (row: ScoreRow): StoredVectors => ({
  answered: Bitset.fromBytes(row.answered, row.length),
  correct: Bitset.fromBytes(row.correct, row.length),
  unparsed: Bitset.fromBytes(row.unparsed, row.length),
  errored: Bitset.fromBytes(row.errored, row.length),
  unscored: Bitset.fromBytes(row.unscored, row.length),
  graded: row.graded === null ? null : float32(row.graded),
});

/** Copies, for the driver's bytes need not begin at a multiple of four. */
const float32 = (bytes: Uint8Array): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer);
