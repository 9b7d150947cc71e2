import { sql } from "drizzle-orm";
import type { SealedBoard } from "../../domain/final-board.ts";
import { answersSeenByAll, challengeSealed, contentHashWhereSeen } from "../conditions/answer-visibility.ts";
import type { Queryable } from "../db/database.ts";
import { integerArray, jsonParameter, textArray } from "../db/statement.ts";
import { benchmarks, releases } from "../db/tables/benchmark-tables.ts";
import { boardSplits, challenges, finalBoards, pseudonyms, signingKeys } from "../db/tables/challenge-tables.ts";
import { models, runs, scores } from "../db/tables/run-tables.ts";
import { boolean, first, int, like, list, pick, type RowOf, text, typed } from "../db/typed-sql.ts";

// Each statement reads the clock anew, because it may have waited for a lock until after the closing date. A release
// that replaces the current one after the closing date has no part in the challenge.
const IS_DUE = sql`${challenges.closesAt} <= clock_timestamp() and ${releases.isCurrent} and not exists (
  select from ${finalBoards} join ${releases} of_board on of_board.id = ${finalBoards.releaseId}
  where of_board.benchmark_id = ${benchmarks.id} and ${finalBoards.closedAt} = ${challenges.closesAt})`;

const CHALLENGED = sql`${challenges} join ${benchmarks} on ${benchmarks.id} = ${challenges.benchmarkId}
  join ${releases} on ${releases.benchmarkId} = ${benchmarks.id}`;

const due = {
  release: releases.id,
  benchmark: benchmarks.slug,
  closesAt: challenges.closesAt,
  /** The number of runs that wait for the judge. */
  judging: int(
    sql`(select count(*) from ${runs} where ${runs.releaseId} = ${releases.id} and ${runs.status} = 'JUDGING')`,
  ),
};

/** A release whose challenge has closed, and whose final board is not stored yet. */
export type DueBoard = RowOf<typeof due>;

export const fetchDueBoards = (database: Queryable): Promise<DueBoard[]> =>
  database.query(typed`select ${list(due)} from ${CHALLENGED} where ${IS_DUE} order by ${releases.id}`);

/** Any of these releases whose final board must still be stored; undefined if all have theirs. */
export const fetchDueBoardOf = (tx: Queryable, ids: readonly number[]): Promise<DueBoard | undefined> =>
  first(
    tx.query(typed`
      select ${list(due)} from ${CHALLENGED} where ${releases.id} = any(${integerArray(ids)}) and ${IS_DUE} limit 1`),
  );

export async function insertFinalBoard(
  tx: Queryable,
  { release, closesAt }: DueBoard,
  board: SealedBoard,
): Promise<void> {
  await tx.query(sql`
    insert into ${finalBoards} (release_id, closed_at, sealed_at, board)
    select ${release}::int, ${challenges.closesAt}, clock_timestamp(), ${jsonParameter(board)} from ${CHALLENGED}
    where ${releases.id} = ${release}::int and ${challenges.closesAt} = ${closesAt?.toISOString() ?? null}::timestamptz`);
}

const submission = {
  run: runs.id,
  submittedAt: runs.createdAt,
  scoredAt: runs.finalizedAt,
  ...pick(scores, "extractor", "extractorVersion"),
};

/** When runs were submitted and scored, and which extractor read their responses. */
export const fetchFinalSubmissions = (tx: Queryable, ids: readonly number[]): Promise<RowOf<typeof submission>[]> =>
  tx.query(typed`
    select ${list(submission)} from ${runs} join ${scores} on ${scores.runId} = ${runs.id}
    where ${runs.id} = any(${integerArray(ids)}) and ${scores.revision} = (
      select max(latest.revision) from ${scores} latest where latest.run_id = ${runs.id})`);

const stored = {
  benchmark: benchmarks.slug,
  version: releases.version,
  /** The content hash that everyone may see. */
  contentHash: text(contentHashWhereSeen(answersSeenByAll(releases.id), releases)),
  ...pick(finalBoards, "closedAt", "sealedAt", "board"),
  /**
   * Whether everyone may see the private part. False if the release has none, and of all boards of a release but the latest: they have
   * other runs of the same owners.
   */
  privateIsOpen: boolean(sql`coalesce(${boardSplits.privateOpensAt} <= clock_timestamp(), false) and not exists (
    select from ${finalBoards} later where later.release_id = ${releases.id} and later.closed_at > ${finalBoards.closedAt})`),
};

/** The final board of a benchmark with this closing date; the latest final board if the date is null. */
export const fetchFinalBoard = (
  database: Queryable,
  benchmark: string,
  closedAt: Date | null,
): Promise<RowOf<typeof stored> | undefined> =>
  first(
    database.query(typed`
      select ${list(stored)} from ${finalBoards} join ${releases} on ${releases.id} = ${finalBoards.releaseId}
        join ${benchmarks} on ${benchmarks.id} = ${releases.benchmarkId}
        left join ${boardSplits} on ${boardSplits.releaseId} = ${releases.id}
      where ${benchmarks.slug} = ${benchmark}::text
        and (${closedAt?.toISOString() ?? null}::timestamptz is null or ${finalBoards.closedAt} = ${closedAt?.toISOString() ?? null}::timestamptz)
      order by ${finalBoards.closedAt} desc limit 1`),
  );

const fixed = {
  runs: like(
    boardSplits.publicOrdinals,
    sql`array(select jsonb_array_elements_text(${finalBoards.board} -> 'finalRuns')::int)`,
  ),
};

/**
 * The runs of a release whose scores the private board shows, as its latest final board has fixed them: while the challenge is closed,
 * and for good once the private board is open. Undefined if nothing is fixed.
 */
export async function fetchFixedRuns(database: Queryable, release: number): Promise<readonly number[] | undefined> {
  const board = await first(
    database.query(typed`
      select ${list(fixed)} from ${finalBoards} join ${boardSplits} on ${boardSplits.releaseId} = ${finalBoards.releaseId}
      where ${finalBoards.releaseId} = ${release}::int and ${finalBoards.board} ? 'finalRuns' and ${finalBoards.closedAt} = (
          select max(latest.closed_at) from ${finalBoards} latest where latest.release_id = ${release}::int)
        and (coalesce(${boardSplits.privateOpensAt} <= clock_timestamp(), false)
          or ${challengeSealed(sql`${release}::int`)})`),
  );
  return board?.runs;
}

const opened = { release: finalBoards.releaseId };

/** The releases with a final board whose private part everyone may see. */
export async function fetchOpenedReleases(database: Queryable): Promise<readonly number[]> {
  const rows = await database.query(typed`
    select distinct ${list(opened)} from ${finalBoards} join ${boardSplits} on ${boardSplits.releaseId} = ${finalBoards.releaseId}
    where ${boardSplits.privateOpensAt} <= clock_timestamp()`);
  return rows.map(({ release }) => release);
}

const naming = {
  pseudonym: models.slug,
  model: pseudonyms.name,
  modelSlug: pseudonyms.slug,
  namedAt: pseudonyms.namedAt,
};

/** The pseudonyms with these slugs whose real models have been named. */
export const fetchNamings = (database: Queryable, slugs: readonly string[]): Promise<RowOf<typeof naming>[]> =>
  database.query(typed`
    select ${list(naming)} from ${pseudonyms} join ${models} on ${models.id} = ${pseudonyms.modelId}
    where ${pseudonyms.namedAt} is not null and ${models.slug} = any(${textArray(slugs)}) order by ${models.slug} collate "C"`);

const signingKey = pick(signingKeys, "id", "publicKey", "since");

/** The signing keys that are trusted, oldest first. */
export const fetchSigningKeys = (database: Queryable): Promise<RowOf<typeof signingKey>[]> =>
  database.query(typed`
    select ${list(signingKey)} from ${signingKeys} where ${signingKeys.revokedAt} is null
    order by ${signingKeys.since}, ${signingKeys.id}`);

/** Publishes the public key of this server. A key that is already stored, even a revoked key, does not change. */
export async function storeSigningKey(tx: Queryable, id: string, publicKey: string): Promise<void> {
  await tx.query(sql`
    insert into ${signingKeys} (id, public_key) values (${id}, ${publicKey}) on conflict (id) do nothing`);
}

const revocation = { revokedAt: signingKeys.revokedAt };

/** When a signing key was revoked: null for a trusted key, undefined for an unknown key. */
export const fetchRevocation = async (database: Queryable, id: string): Promise<Date | null | undefined> =>
  (
    await first(
      database.query(typed`select ${list(revocation)} from ${signingKeys} where ${signingKeys.id} = ${id}::text`),
    )
  )?.revokedAt;

/**
 * Marks a signing key as revoked. A key that is already revoked keeps the time of its first revocation. Returns false
 * for an unknown key.
 */
export async function markSigningKeyRevoked(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx.query(sql`
    update ${signingKeys} set revoked_at = coalesce(revoked_at, clock_timestamp()) where id = ${id}::text returning id`);
  return rows.length > 0;
}
