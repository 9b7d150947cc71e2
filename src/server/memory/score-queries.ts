import { type SQL, sql } from "drizzle-orm";
import { Bitset } from "../../domain/bitset.ts";
import type { Queryable } from "../db/database.ts";
import { integerArray } from "../db/statement.ts";
import { scores } from "../db/tables/run-tables.ts";
import { int, like, list, type RowOf, typed, when } from "../db/typed-sql.ts";

/** The vectors of a scoring, by question ordinal. A question in none of the sets is missing. */
export interface StoredVectors {
  readonly answered: Bitset;
  readonly correct: Bitset;
  readonly unparsed: Bitset;
  readonly errored: Bitset;
  readonly unscored: Bitset;
  /** Scores from 0 to 1; null if every score is 0 or 1, because `correct` then contains the scores. */
  readonly graded: Float32Array | null;
}

/** The vectors of a new scoring. */
export interface NewVectors extends StoredVectors {
  /**
   * The chosen option of each question, from 1; 0 if no option was chosen. If it is null, `fillChoices` computes it
   * later.
   */
  readonly choices: Uint8Array | null;
}

const scoringKey = { run: scores.runId, revision: scores.revision };

/** Identifies a scoring: its run, and its number among the scorings of the run. */
export type ScoringKey = RowOf<typeof scoringKey>;

const { length, answered, correct, unparsed, errored, unscored, graded } = scores;
const missingRow = { ...scoringKey, length, answered, unparsed, errored, unscored };
const scoreRow = { ...missingRow, correct, graded };

/** Score vectors with the revision of their scoring. */
export interface ScoredVectors extends StoredVectors {
  readonly revision: number;
}

/** The score vectors of the runs under their latest scoring, by run. The map leaves out runs that are not scored. */
export async function fetchRunVectors(
  database: Queryable,
  runs: readonly number[],
): Promise<ReadonlyMap<number, ScoredVectors>> {
  const rows = await database.query(typed`
    select distinct on (${scores.runId}) ${list(scoreRow)}
    from ${scores} where ${scores.runId} = any(${integerArray(runs)})
    order by ${scores.runId}, ${scores.revision} desc`);
  return new Map(rows.map((row) => [row.run, { ...vectors(row), revision: row.revision }]));
}

/** The revisions of the runs' latest scorings, by run. The map leaves out runs that are not scored. */
export async function fetchLatestRevisions(
  database: Queryable,
  runs: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await database.query(typed`
    select ${list({ run: scores.runId, revision: int(sql`max(${scores.revision})`) })} from ${scores}
    where ${scores.runId} = any(${integerArray(runs)}) group by ${scores.runId}`);
  return new Map(rows.map(({ run, revision }) => [run, revision]));
}

const scoreBits = {
  ...scoringKey,
  length,
  /** The questions that can score above 0: all answered ones if scores are graded, else those answered correctly. */
  bits: like(scores.correct, sql`case when ${graded} is null then ${correct} else ${answered} end`),
  /** Null if the set is empty. */
  unscored: when(sql`bit_count(${unscored}) > 0`, unscored),
  graded,
};

/** The vectors that a scoring's score is computed from. */
export interface ScoreBitsRow extends Omit<RowOf<typeof scoreBits>, "graded"> {
  readonly graded: Float32Array | null;
}

/** The scorings as a table `wanted`, for a FROM clause. */
export const wantedScorings = (scorings: readonly ScoringKey[]): SQL => sql`
  unnest(${integerArray(scorings.map(({ run }) => run))}, ${integerArray(scorings.map(({ revision }) => revision))})
    as wanted(run, revision)`;

/** The vectors of these scorings, in no order. */
export async function fetchScoreBits(
  database: Queryable,
  scorings: readonly ScoringKey[],
): Promise<readonly ScoreBitsRow[]> {
  const rows = await database.query(typed`
    select ${list(scoreBits)} from ${scores} join ${wantedScorings(scorings)}
      on ${scores.runId} = wanted.run and ${scores.revision} = wanted.revision`);
  return rows.map((row) => ({ ...row, graded: row.graded === null ? null : float32(row.graded) }));
}

/** The questions that can be scored and that a scoring has no prediction for, by ordinal. */
export interface MissingRow extends ScoringKey {
  readonly missing: Bitset;
}

/** The missing questions of these scorings, in no order. */
export async function fetchMissing(
  database: Queryable,
  scorings: readonly ScoringKey[],
): Promise<readonly MissingRow[]> {
  const rows = await database.query(typed`
    select ${list(missingRow)} from ${scores} join ${wantedScorings(scorings)}
      on ${scores.runId} = wanted.run and ${scores.revision} = wanted.revision`);
  return rows.map(({ run, revision, length, ...sets }) => {
    const [first, ...rest] = [sets.answered, sets.unparsed, sets.errored, sets.unscored].map((bytes) =>
      Bitset.fromBytes(bytes, length),
    );
    const present = rest.reduce((sum, set) => sum.or(set), first ?? Bitset.empty(length));
    return { run, revision, missing: present.complement() };
  });
}

/** The score vectors of the runs under all of their scorings, by run and revision. */
export async function fetchScoringVectors(
  database: Queryable,
  runs: readonly number[],
): Promise<ReadonlyMap<number, ReadonlyMap<number, StoredVectors>>> {
  const rows = await database.query(
    typed`select ${list(scoreRow)} from ${scores} where ${scores.runId} = any(${integerArray(runs)})`,
  );
  const byRun = new Map<number, Map<number, StoredVectors>>(runs.map((run) => [run, new Map()]));
  for (const row of rows) byRun.get(row.run)?.set(row.revision, vectors(row));
  return byRun;
}

const vectors = (row: RowOf<typeof scoreRow>): StoredVectors => ({
  answered: Bitset.fromBytes(row.answered, row.length),
  correct: Bitset.fromBytes(row.correct, row.length),
  unparsed: Bitset.fromBytes(row.unparsed, row.length),
  errored: Bitset.fromBytes(row.errored, row.length),
  unscored: Bitset.fromBytes(row.unscored, row.length),
  graded: row.graded === null ? null : float32(row.graded),
});

/** Copies the bytes, because the bytes from a driver may not be aligned to multiples of four. */
const float32 = (bytes: Uint8Array): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer);
