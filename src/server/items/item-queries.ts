import { sql } from "drizzle-orm";
import type { Queryable } from "../db/database.ts";
import { integerArray } from "../db/statement.ts";
import { keyRevisions, videos } from "../db/tables/benchmark-tables.ts";
import { scores } from "../db/tables/run-tables.ts";
import { boolean, int, list, pick, type RowOf, typed } from "../db/typed-sql.ts";
import { type ScoringKey, wantedScorings } from "../memory/score-queries.ts";

const answersRow = {
  run: scores.runId,
  ...pick(scores, "revision", "length", "answered", "correct", "unparsed", "unscored", "graded", "choices"),
};

/** The vectors of a scoring, and the options that its run chose. `choices` is null until these options are computed. */
export type AnswersRow = RowOf<typeof answersRow>;

/** The answers of these scorings, in no order. */
export const fetchAnswers = (database: Queryable, scorings: readonly ScoringKey[]): Promise<readonly AnswersRow[]> =>
  database.query(typed`
    select ${list(answersRow)} from ${scores} join ${wantedScorings(scorings)}
      on ${scores.runId} = wanted.run and ${scores.revision} = wanted.revision`);

/** Scorings of a release, for a query about the release's answer key. */
export interface ReleaseScorings {
  /** The release's primary key. */
  readonly release: number;
  readonly scorings: readonly ScoringKey[];
}

/** The state of a release's answer key and of the given scorings, both at the same moment. */
export interface KeyOfScorings {
  /** The latest revision of the answer key. */
  readonly keyRevision: number;
  /** Whether each of the scorings is the latest scoring of its run. */
  readonly areLatest: boolean;
}

/** The `KeyOfScorings` of each release, in the order of `wanted`, read with one statement. */
export async function fetchKeysOfScorings(
  database: Queryable,
  wanted: readonly ReleaseScorings[],
): Promise<readonly KeyOfScorings[]> {
  const flat = wanted.flatMap(({ scorings }, place) => scorings.map((scoring) => ({ ...scoring, place })));
  const asked = sql`unnest(${integerArray(flat.map(({ place }) => place))}, ${integerArray(flat.map(({ run }) => run))},
    ${integerArray(flat.map(({ revision }) => revision))}) as asked(place, run, revision)`;
  const places = sql`unnest(${integerArray(wanted.map(({ release }) => release))}) with ordinality as wanted(release, place)`;
  const columns = {
    keyRevision: int(sql`(select coalesce(max(${keyRevisions.revision}), 1) from ${keyRevisions}
      where ${keyRevisions.releaseId} = wanted.release)`),
    areLatest: boolean(sql`not exists (select from ${scores} join ${asked}
      on ${scores.runId} = asked.run and ${scores.revision} > asked.revision where asked.place = wanted.place - 1)`),
  };
  return database.query(typed`select ${list(columns)} from ${places} order by wanted.place`);
}

const describedVideo = { id: videos.id, ...pick(videos, "url", "durationSeconds", "caption") };

/** The fields that tell whether two videos may be the same. */
export type DescribedVideoRow = RowOf<typeof describedVideo>;

/** The videos of a release in the order of its file. */
export const fetchDescribedVideos = (database: Queryable, release: number): Promise<DescribedVideoRow[]> =>
  database.query(typed`
    select ${list(describedVideo)} from ${videos} where ${videos.releaseId} = ${release}::int
    order by ${sql`${videos.position}`}`);
