import { sql } from "drizzle-orm";
import type { Queryable } from "../db/database.ts";

/** The name of the table of predictions as it was before, while its rows are copied into shards. */
export const UNDISTRIBUTED = "predictions_undistributed";

const LOCK = 7_306_642_985;

/** Takes the right to distribute the database until the transaction ends; false where another process has it. */
export async function lockDistribution(tx: Queryable): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(sql`select pg_try_advisory_xact_lock(${LOCK}::bigint) as locked`);
  return row?.locked ?? false;
}

/** Lets the statements of a transaction take as long as they need. */
export async function liftTimeout(tx: Queryable): Promise<void> {
  await tx.query(sql`set local statement_timeout = 0`);
}

/**
 * Puts the table aside and an empty one in its place. Shards take the place of the eight partitions; the reference to runs
 * goes, because Citus keeps none from shards to a table of the coordinator alone. Runs are never deleted.
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

/** The functions of the migration `predictions_of_a_run`, as they must be on Citus: not inlined, one question to one shard. */
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
 * What sessions of a distributed database are told. A statement over predictions and other tables reads the predictions from
 * their shards and does the rest where the other tables are. Of a transaction the shards are written one after the other,
 * over one connection to each node, so that what follows sees it. Statements are written to be planned once for one page
 * of rows: to compile them takes PostgreSQL seconds.
 */
export const DISTRIBUTED_SETTINGS: Readonly<Record<string, string>> = {
  "citus.local_table_join_policy": "prefer-distributed",
  "citus.multi_shard_modify_mode": "sequential",
  jit: "off",
};

/** Stores these settings with the database, for sessions that begin from now on. */
export async function storeSettings(tx: Queryable): Promise<void> {
  await tx.query(sql`set local citus.enable_ddl_propagation to off`);
  for (const [name, value] of Object.entries(DISTRIBUTED_SETTINGS))
    await tx.query(sql`do $$ begin
      execute format('alter database %I set ${sql.raw(name)} to %L', current_database(), ${sql.raw(`'${value}'`)});
    end $$`);
}

/** Makes shards of the empty table, by run: all rows of a run are in one of them. */
export async function makeShards(tx: Queryable, shards: number): Promise<void> {
  // Nobody asks a worker for them.
  await tx.query(sql`set local citus.enable_ddl_propagation to off`);
  for (const [, definition] of FUNCTIONS) await tx.query(definition);
  await tx.query(sql`set local citus.enable_ddl_propagation to on`);
  await tx.query(sql`select create_distributed_table('predictions', 'run_id', shard_count := ${shards}::int)`);
}

/**
 * Ends what a crash left between the two phases of a commit: until then rows that are committed may be invisible.
 * @see https://docs.citusdata.com/en/stable/develop/api_udf.html
 */
export async function recoverTransactions(database: Queryable): Promise<void> {
  await database.query(sql`select recover_prepared_transactions()`);
}

/** Copies the predictions of the runs after one, up to another, into the shards. */
export async function copyPredictions(tx: Queryable, after: number, upTo: number): Promise<void> {
  await tx.query(sql`
    insert into predictions select * from ${sql.identifier(UNDISTRIBUTED)} where run_id > ${after}::int and run_id <= ${upTo}::int`);
}

/** Removes the table that was put aside. */
export async function dropUndistributed(tx: Queryable): Promise<void> {
  await tx.query(sql`drop table ${sql.identifier(UNDISTRIBUTED)}`);
}

/** Tells the planners of all nodes what the rows are like. */
export async function analyzePredictions(database: Queryable): Promise<void> {
  await database.query(sql`analyze predictions`);
}
