import { type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../db/database.ts";
import { benchmarks, questions, releases } from "../db/tables/benchmark-tables.ts";
import { predictions, runs, scores } from "../db/tables/run-tables.ts";
import { first, int, jsonList, list, pick, type RowOf, typed } from "../db/typed-sql.ts";
import { type Rule, type RuleRow, ruleColumns } from "./check-rules.ts";

/** The first violations of a rule, and their total number. */
export interface Violations {
  readonly rows: readonly RuleRow[];
  readonly total: number;
}

/** Returns up to `limit` violations of a rule, and their total. */
export async function fetchViolations(database: Queryable, { violations }: Rule, limit: number): Promise<Violations> {
  const rows = await database.query(
    typed`select ${list({ ...ruleColumns, total: int(sql`count(*) over ()`) })} from (${violations}) violations limit ${limit}::int`,
  );
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}

const checkedRelease = { ...pick(releases, "id", "version", "rowsHash"), benchmark: benchmarks.slug };

export type CheckedRelease = RowOf<typeof checkedRelease>;

export const fetchCheckedReleases = (database: Queryable): Promise<CheckedRelease[]> =>
  database.query(typed`
    select ${list(checkedRelease)} from ${releases} join ${benchmarks} on ${benchmarks.id} = ${releases.benchmarkId}
    order by ${releases.id}`);

const checkedRun = {
  ...pick(runs, "id", "missing", "partial", "ambiguousShare"),
  release: runs.releaseId,
  questions: releases.questionCount,
};

export type CheckedRun = RowOf<typeof checkedRun>;

const checkedRuns = (database: Queryable, where: SQL, limit: number): Promise<CheckedRun[]> =>
  database.query(typed`
    select ${list(checkedRun)} from ${runs} join ${releases} on ${releases.id} = ${runs.releaseId}
    where ${where} order by ${runs.id} limit ${limit}::int`);

/** Up to `limit` runs after a primary key, in ascending order. */
export const fetchRunsAfter = (database: Queryable, after: number, limit: number): Promise<CheckedRun[]> =>
  checkedRuns(database, sql`${runs.id} > ${after}::int`, limit);

/** A run in its current state; undefined if there is no such run. */
export async function fetchCheckedRun(database: Queryable, id: number): Promise<CheckedRun | undefined> {
  return (await checkedRuns(database, sql`${runs.id} = ${id}::int`, 1))[0];
}

const SETS = ["answered", "correct", "unparsed", "errored", "unscored"] as const;
const scoringBytes = pick(scores, "revision", "length", ...SETS, "graded", "choices", "value");

/** The vectors of a scoring as they are stored. Their lengths are not checked here. */
export type ScoringBytes = RowOf<typeof scoringBytes>;

/** A run's first scoring after a revision; undefined if there is none. */
export const fetchScoringAfter = (
  database: Queryable,
  run: number,
  revision: number,
): Promise<ScoringBytes | undefined> =>
  first(
    database.query(typed`
      select ${list(scoringBytes)}
      from ${scores} where ${scores.runId} = ${run}::int and ${scores.revision} > ${revision}::int
      order by ${scores.revision} limit 1`),
  );

const checkedPrediction = pick(predictions, "ordinal", "outcome", "score", "answer", "ambiguous");

/** The outcome and answer of a prediction, without its texts. */
export type CheckedPrediction = RowOf<typeof checkedPrediction>;

/** Up to `limit` predictions of a run after an ordinal, in ascending order. */
export const fetchPredictionsAfter = (
  database: Queryable,
  run: number,
  after: number,
  limit: number,
): Promise<CheckedPrediction[]> =>
  database.query(typed`
    select ${list(checkedPrediction)}
    from ${predictions} where ${predictions.runId} = ${run}::int and ${predictions.ordinal} > ${after}::int
    order by ${predictions.ordinal} limit ${limit}::int`);

const shown = int(sql`case when ${questions.answerFormat} = 'MULTIPLE_CHOICE' and not ${runs.openEnded}
  then jsonb_array_length(${questions.options}) else 0 end`);

/** How many options a run was shown, by ordinal; 0 for questions without options. */
export async function fetchShownOptions(database: Queryable, run: number): Promise<readonly number[]> {
  const counts = jsonList(shown, { order: sql`order by ${questions.ordinal}` });
  const rows = await database.query(typed`
    select ${list({ counts })} from ${runs} join ${questions} on ${questions.releaseId} = ${runs.releaseId}
    where ${runs.id} = ${run}::int`);
  return rows[0]?.counts ?? [];
}

/** Resolves if the database answers. */
export async function pingDatabase(database: Queryable): Promise<void> {
  await database.query(sql`select 1`);
}
