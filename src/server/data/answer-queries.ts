import { sql } from "drizzle-orm";
import type { Queryable } from "../db/database.ts";
import { keyRevisions } from "../db/tables/benchmark-tables.ts";
import { scores } from "../db/tables/run-tables.ts";
import { boolean, int, list, pick, type RowOf, typed } from "../db/typed-sql.ts";
import { type ScoringKey, wantedScorings } from "./score-queries.ts";

const answersRow = {
  run: scores.runId,
  ...pick(scores, "revision", "length", "answered", "correct", "unparsed", "unscored", "graded", "choices"),
};

/** The vectors of a scoring and the options that its run chose; `choices` is null until they are computed. */
export type AnswersRow = RowOf<typeof answersRow>;

/** The answers of these scorings, in no order. */
export const fetchAnswers = (database: Queryable, scorings: readonly ScoringKey[]): Promise<readonly AnswersRow[]> =>
  database.query(typed`
    select ${list(answersRow)} from ${scores} join ${wantedScorings(scorings)}
      on ${scores.runId} = wanted.run and ${scores.revision} = wanted.revision`);

/** The latest revision of a release's answer key, and whether each of the scorings is its run's latest, as of one moment. */
export async function fetchKeyOfScorings(
  database: Queryable,
  release: number,
  scorings: readonly ScoringKey[],
): Promise<{ readonly keyRevision: number; readonly areLatest: boolean }> {
  const columns = {
    keyRevision: int(sql`(select coalesce(max(${keyRevisions.revision}), 1) from ${keyRevisions}
      where ${keyRevisions.releaseId} = ${release}::int)`),
    areLatest: boolean(sql`not exists (select from ${scores} join ${wantedScorings(scorings)}
      on ${scores.runId} = wanted.run and ${scores.revision} > wanted.revision)`),
  };
  const [row] = await database.query(typed`select ${list(columns)}`);
  return row ?? { keyRevision: 1, areLatest: true };
}
