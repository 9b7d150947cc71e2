import { type SQL, sql } from "drizzle-orm";
import type { Outcome } from "../../../domain/vocabulary.ts";
import type { Queryable } from "../../db/database.ts";
import { benchmarks, releases } from "../../db/tables/benchmark-tables.ts";
import { predictions, runs, scores } from "../../db/tables/run-tables.ts";
import type { Rule, RuleRow } from "./rule.ts";

/** What breaks a rule, and how many of it there are altogether. */
export interface Violations {
  readonly rows: readonly RuleRow[];
  readonly total: number;
}

/** Asks for what breaks a rule; of very many only the first are returned. */
export async function fetchViolations(database: Queryable, { violations }: Rule, limit: number): Promise<Violations> {
  const rows = await database.query<RuleRow & { total: number }>(sql`
    select *, (count(*) over ())::int as total from (${violations}) violations limit ${limit}::int`);
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}

/** A release to be checked. */
export interface CheckedRelease {
  readonly id: number;
  readonly benchmark: string;
  readonly version: number;
  readonly rowsHash: string | null;
}

export const fetchCheckedReleases = (database: Queryable): Promise<CheckedRelease[]> =>
  database.query(sql`
    select ${releases.id} as id, ${benchmarks.slug} as benchmark, ${releases.version} as version,
      ${releases.rowsHash} as "rowsHash"
    from ${releases} join ${benchmarks} on ${benchmarks.id} = ${releases.benchmarkId} order by ${releases.id}`);

/** A run to be checked. */
export interface CheckedRun {
  readonly id: number;
  readonly release: number;
  readonly questions: number;
  readonly missing: number;
  readonly partial: boolean;
  readonly ambiguousShare: number | null;
}

const checkedRuns = (where: SQL, limit: number): SQL => sql`
  select ${runs.id} as id, ${runs.releaseId} as release, ${releases.questionCount} as questions,
    ${runs.missing} as missing, ${runs.partial} as partial, ${runs.ambiguousShare} as "ambiguousShare"
  from ${runs} join ${releases} on ${releases.id} = ${runs.releaseId} where ${where} order by ${runs.id}
  limit ${limit}::int`;

/** The runs after an id, in the order of their ids. */
export const fetchRunsAfter = (database: Queryable, after: number, limit: number): Promise<CheckedRun[]> =>
  database.query<CheckedRun>(checkedRuns(sql`${runs.id} > ${after}::int`, limit));

/** A run as it is now; undefined where it is gone. */
export async function fetchCheckedRun(database: Queryable, id: number): Promise<CheckedRun | undefined> {
  return (await database.query<CheckedRun>(checkedRuns(sql`${runs.id} = ${id}::int`, 1)))[0];
}

/** The vectors of a scoring, as bytes: they may be of any length. */
export interface ScoringBytes {
  readonly revision: number;
  readonly length: number;
  readonly answered: Uint8Array;
  readonly correct: Uint8Array;
  readonly unparsed: Uint8Array;
  readonly errored: Uint8Array;
  readonly unscored: Uint8Array;
  readonly graded: Uint8Array | null;
  readonly value: number | null;
}

/** A run's scoring after a revision; undefined for none. */
export async function fetchScoringAfter(
  database: Queryable,
  run: number,
  revision: number,
): Promise<ScoringBytes | undefined> {
  const [row] = await database.query<ScoringBytes>(sql`
    select ${scores.revision} as revision, ${scores.length} as length, ${scores.answered} as answered,
      ${scores.correct} as correct, ${scores.unparsed} as unparsed, ${scores.errored} as errored,
      ${scores.unscored} as unscored, ${scores.graded} as graded, ${scores.value} as value
    from ${scores} where ${scores.runId} = ${run}::int and ${scores.revision} > ${revision}::int
    order by ${scores.revision} limit 1`);
  return row;
}

/** What became of a prediction, without its texts. */
export interface CheckedPrediction {
  readonly ordinal: number;
  readonly outcome: Outcome;
  readonly score: number | null;
  readonly ambiguous: boolean;
}

/** A run's predictions after an ordinal. */
export const fetchPredictionsAfter = (
  database: Queryable,
  run: number,
  after: number,
  limit: number,
): Promise<CheckedPrediction[]> =>
  database.query(sql`
    select ${predictions.ordinal} as ordinal, ${predictions.outcome} as outcome, ${predictions.score} as score,
      ${predictions.ambiguous} as ambiguous
    from ${predictions} where ${predictions.runId} = ${run}::int and ${predictions.ordinal} > ${after}::int
    order by ${predictions.ordinal} limit ${limit}::int`);
