import { sql } from "drizzle-orm";
import type { Queryable } from "../db/database.ts";
import { boolean, list, typed } from "../db/typed-sql.ts";

/** The name of the earlier table of predictions while its rows are copied into shards. */
export const UNDISTRIBUTED = "predictions_undistributed";

const LOCK = 7_306_642_985;

/** Takes the lock on distributing the database until the transaction ends. Returns false if another process has it. */
export async function lockDistribution(tx: Queryable): Promise<boolean> {
  const locked = boolean(sql`pg_try_advisory_xact_lock(${LOCK}::bigint)`);
  const [row] = await tx.query(typed`select ${list({ locked })}`);
  return row?.locked ?? false;
}

/** Lifts the statement timeout for a transaction. */
export async function liftTimeout(tx: Queryable): Promise<void> {
  await tx.query(sql`set local statement_timeout = 0`);
}

/**
 * Renames the table of predictions and creates an empty table in its place, which shards will divide instead of the
 * eight partitions. The new table has no foreign key to runs, because Citus does not allow foreign keys from shards to
 * a table that only the coordinator has. The foreign key is not needed, because runs are never deleted.
 */
export async function setPredictionsAside(tx: Queryable): Promise<void> {
  const aside = sql.identifier(UNDISTRIBUTED);
  for (const [name] of FUNCTIONS) await tx.query(sql`drop function if exists ${sql.identifier(name)}`);
  await tx.query(sql`alter table predictions rename to ${aside}`);
  await tx.query(
    sql`alter table ${aside} rename constraint predictions_run_id_ordinal_pk to predictions_undistributed_pk`,
  );
  await tx.query(sql`create table predictions (like ${aside} including defaults including comments,
    constraint predictions_run_id_ordinal_pk primary key (run_id, ordinal))`);
}

/**
 * The functions that the migration `predictions_of_a_run` creates, rewritten for Citus. PostgreSQL does not inline
 * these versions, so each call is a query of one shard.
 */
const FUNCTIONS = [
  [
    "predictions_of",
    sql`create function predictions_of(run integer, outcomes text[], after integer, before integer, most integer, backward boolean)
    returns setof predictions language plpgsql stable as $$ begin
      if backward then return query
        select * from predictions p where p.run_id = run and (outcomes is null or p.outcome = any(outcomes))
          and p.ordinal > coalesce(after, -1) and p.ordinal < coalesce(before, 2147483647)
        order by p.ordinal desc limit most;
      else return query
        select * from predictions p where p.run_id = run and (outcomes is null or p.outcome = any(outcomes))
          and p.ordinal > coalesce(after, -1) and p.ordinal < coalesce(before, 2147483647)
        order by p.ordinal limit most;
      end if;
    end $$`,
  ],
  [
    "prediction_count_of",
    sql`create function prediction_count_of(run integer, outcomes text[])
    returns table (n bigint) language plpgsql stable as $$ begin
      return query select count(*) from predictions p
        where p.run_id = run and (outcomes is null or p.outcome = any(outcomes));
    end $$`,
  ],
] as const;

/**
 * The settings of sessions of a distributed database. A statement that joins predictions to other tables reads the
 * predictions from their shards and does the rest on the coordinator. A transaction writes the shards one after the
 * other, over one connection to each node, so that its later statements see the rows. JIT is off, because PostgreSQL
 * would take seconds to compile a statement that reads one page of rows.
 */
export const DISTRIBUTED_SETTINGS: Readonly<Record<string, string>> = {
  "citus.local_table_join_policy": "prefer-distributed",
  "citus.multi_shard_modify_mode": "sequential",
  jit: "off",
};

/** Stores `DISTRIBUTED_SETTINGS` in the database, for new sessions. */
export async function storeSettings(tx: Queryable): Promise<void> {
  await tx.query(sql`set local citus.enable_ddl_propagation to off`);
  for (const [name, value] of Object.entries(DISTRIBUTED_SETTINGS))
    await tx.query(sql`do $$ begin
      execute format('alter database %I set ${sql.raw(name)} to %L', current_database(), ${sql.raw(`'${value}'`)});
    end $$`);
}

/** Distributes the empty table by run: all rows of a run are in one shard. */
export async function makeShards(tx: Queryable, shards: number): Promise<void> {
  // The functions are not created on the workers, because only the coordinator calls them.
  await tx.query(sql`set local citus.enable_ddl_propagation to off`);
  for (const [, definition] of FUNCTIONS) await tx.query(definition);
  await tx.query(sql`set local citus.enable_ddl_propagation to on`);
  await tx.query(sql`select create_distributed_table('predictions', 'run_id', shard_count := ${shards}::int)`);
}

/**
 * Completes the two-phase commits that a crash has interrupted. Before that, committed rows may be invisible.
 * @see https://docs.citusdata.com/en/stable/develop/api_udf.html
 */
export async function recoverTransactions(database: Queryable): Promise<void> {
  await database.query(sql`select recover_prepared_transactions()`);
}

/** Copies the predictions of the runs with primary keys above `after` and up to `upTo` into the shards. */
export async function copyPredictions(tx: Queryable, after: number, upTo: number): Promise<void> {
  await tx.query(sql`
    insert into predictions select * from ${sql.identifier(UNDISTRIBUTED)} where run_id > ${after}::int and run_id <= ${upTo}::int`);
}

/** Drops the earlier table of predictions. */
export async function dropUndistributed(tx: Queryable): Promise<void> {
  await tx.query(sql`drop table ${sql.identifier(UNDISTRIBUTED)}`);
}

/** Updates the planner's statistics on all nodes. */
export async function analyzePredictions(database: Queryable): Promise<void> {
  await database.query(sql`analyze predictions`);
}
