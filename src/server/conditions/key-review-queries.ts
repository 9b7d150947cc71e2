import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Queryable } from "../db/database.ts";
import { integerArray } from "../db/statement.ts";
import { keyReviews } from "../db/tables/review-tables.ts";
import { list, pick, type RowOf, text, typed } from "../db/typed-sql.ts";

const keyReview = {
  ...pick(keyReviews, "id", "ordinal", "verdict", "key", "proposed", "evidence", "keyRevision", "reviewer", "reason"),
  /** In the API's format. */
  reviewedAt: text(sql`to_char(${keyReviews.reviewedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`),
};

/** A review of a question's answer key. Options are numbered from 1. */
export type KeyReviewRow = RowOf<typeof keyReview>;

/**
 * All reviews of the answer keys of these releases, by release, oldest first. Releases without reviews are left out.
 */
export async function fetchKeyReviews(
  database: Queryable,
  releases: readonly number[],
): Promise<ReadonlyMap<number, readonly KeyReviewRow[]>> {
  const rows = await database.query(typed`
    select ${list({ ...keyReview, release: keyReviews.releaseId })} from ${keyReviews}
    where ${keyReviews.releaseId} = any(${integerArray(releases)}) order by ${keyReviews.id}`);
  const found = new Map<number, KeyReviewRow[]>();
  for (const { release, ...review } of rows) {
    const known = found.get(release);
    if (known === undefined) found.set(release, [review]);
    else known.push(review);
  }
  return found;
}

/** The verdict of the latest review of a question, as an expression; NULL without a review. */
export const latestVerdict = (release: AnyPgColumn, ordinal: AnyPgColumn): SQL => sql`(
  select ${keyReviews.verdict} from ${keyReviews}
  where ${keyReviews.releaseId} = ${release} and ${keyReviews.ordinal} = ${ordinal}
  order by ${keyReviews.id} desc limit 1)`;

const latestReview = { release: keyReviews.releaseId, ...pick(keyReviews, "ordinal", "verdict") };

/** The latest verdict about each reviewed question of all releases, in the order of releases and ordinals. */
export const fetchLatestVerdicts = (database: Queryable): Promise<readonly RowOf<typeof latestReview>[]> =>
  database.query(typed`
    select distinct on (${keyReviews.releaseId}, ${keyReviews.ordinal}) ${list(latestReview)} from ${keyReviews}
    order by ${keyReviews.releaseId}, ${keyReviews.ordinal}, ${keyReviews.id} desc`);

export type NewKeyReview = Omit<KeyReviewRow, "id" | "reviewedAt">;

export async function insertKeyReview(tx: Queryable, release: number, review: NewKeyReview): Promise<KeyReviewRow> {
  const { ordinal, verdict, key, proposed, evidence, keyRevision, reviewer, reason } = review;
  const [stored] = await tx.query(typed`
    insert into ${keyReviews} (release_id, ordinal, verdict, key, proposed, evidence, key_revision, reviewer, reason)
    values (${release}::int, ${ordinal}::int, ${verdict}::text, ${key}::int, ${proposed}::int, ${evidence}::float8,
      ${keyRevision}::int, ${reviewer}::text, ${reason}::text)
    returning ${list(keyReview)}`);
  if (stored === undefined) throw new Error("the review was not stored");
  return stored;
}
