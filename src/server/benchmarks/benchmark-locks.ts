import { type SQL, sql } from "drizzle-orm";
import type { Database, Queryable } from "../db/database.ts";
import { runs } from "../db/tables/run-tables.ts";

/** An advisory lock is identified by two numbers: this one, and the release's primary key. */
const ANSWER_KEY_LOCK = 730_664;

/**
 * Keeps a release's answer key unchanged until the transaction ends. A transaction that stores scores takes this lock
 * before any other. It then reads the key's revision and scores with that revision, so no correction can intervene.
 */
export async function holdAnswerKey(tx: Queryable, release: number): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock_shared(${ANSWER_KEY_LOCK}::int, ${release}::int)`);
}

/** Locks a release's answer key for a correction until the transaction ends. Waits for transactions that hold it. */
export async function lockAnswerKey(tx: Queryable, release: number): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(${ANSWER_KEY_LOCK}::int, ${release}::int)`);
}

/** Like `holdAnswerKey`, for the release of a run. Does nothing if there is no such run. */
export async function holdAnswerKeyOfRun(tx: Queryable, run: number): Promise<void> {
  await tx.query(sql`
    select pg_advisory_xact_lock_shared(${ANSWER_KEY_LOCK}::int, ${runs.releaseId}) from ${runs} where ${runs.id} = ${run}::int`);
}

/** Like `holdAnswerKey`, for the releases of all runs of a run's model, in the order of the releases' ids. */
export const holdAnswerKeysOfRunModel = (tx: Queryable, run: number): Promise<void> =>
  holdAnswerKeysOfModel(tx, sql`(select u.model_id from ${runs} u where u.id = ${run}::int)`);

/** Like `holdAnswerKey`, for the releases of all runs of a model, in the order of the releases' ids. */
export async function holdAnswerKeysOfModel(tx: Queryable, model: SQL | number): Promise<void> {
  await tx.query(sql`
    select pg_advisory_xact_lock_shared(${ANSWER_KEY_LOCK}::int, release_id) from (
      select distinct ${runs.releaseId} as release_id from ${runs} where ${runs.modelId} = ${model}::int order by 1) held`);
}

/** The id of the advisory lock, which is the same in every process that uses the database. */
const INITIAL_DATA_LOCK = 7_306_642_984;

/**
 * Locks the initial contents of the database until the transaction ends. Restores and the loading of seeds share this
 * lock. Otherwise, a restore could find the tables empty while a starting server loads its seeds, and then delete the
 * rows that the server has committed in the meantime.
 */
export async function lockInitialData(tx: Queryable): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(${String(INITIAL_DATA_LOCK)}::text::bigint)`);
}

/**
 * Runs the reads of `work` in one snapshot, so that they do not see concurrent writes. The reads have no statement
 * timeout. PGlite has one connection, so all other requests wait until the work is done. Keep the work short.
 */
export const inSnapshot = <T>(database: Database, work: (tx: Queryable) => Promise<T>): Promise<T> =>
  database.transaction(async (tx) => {
    await tx.query(sql`set transaction isolation level repeatable read, read only`);
    await tx.query(sql`set local statement_timeout = 0`);
    return work(tx);
  }, "internal");
