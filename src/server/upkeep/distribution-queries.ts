import { sql } from "drizzle-orm";
import { OmnidexError } from "../../domain/errors.ts";
import type { Queryable } from "../db/database.ts";
import { predictions, runs } from "../db/tables/run-tables.ts";
import { boolean, first, int, list, nullable, type RowOf, text, textList, typed } from "../db/typed-sql.ts";

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

/** The nodes of a Citus cluster. */
interface CitusNodes {
  /** Null if the server does not load Citus. */
  readonly version: string | null;
  /** Whether this node is the coordinator; false if this database does not have the extension `citus`. */
  readonly coordinator: boolean;
  /** The workers that take shards: `host:port`. */
  readonly workers: readonly string[];
}

/** Returns the nodes over which the database is distributed. */
export async function fetchCitusNodes(database: Queryable): Promise<CitusNodes> {
  const citus = {
    version: nullable(text(sql`current_setting('citus.version', true)`)),
    extension: boolean(sql`exists (select from pg_extension where extname = 'citus')`),
  };
  const [row] = await database.query(typed`select ${list(citus)}`);
  const version = row?.version ?? null;
  if (version === null || row?.extension !== true) return { version, coordinator: false, workers: [] };
  const nodes = {
    coordinator: boolean(sql`citus_is_coordinator()`),
    workers: textList(sql`coalesce((
      select array_agg(nodename || ':' || nodeport order by nodename, nodeport) from pg_dist_node
      where isactive and shouldhaveshards and noderole = 'primary'), '{}')`),
  };
  const [found] = await database.query(typed`select ${list(nodes)}`);
  return { version, coordinator: false, workers: [], ...found };
}

/** Whether predictions from before the distribution are still in a separate table. */
const begun = boolean(sql`to_regclass(${UNDISTRIBUTED}) is not null`);
const distributionState = {
  begun,
  /** Whether the table of predictions consists of shards. */
  distributed: boolean(sql`exists (select from pg_dist_partition where logicalrelid = to_regclass('predictions'))`),
};

/** The progress of `omnidex distribute`. */
export type DistributionState = RowOf<typeof distributionState>;

/** Returns how far a database is distributed. The database must have the extension `citus`. */
export async function fetchDistributionState(database: Queryable): Promise<DistributionState> {
  const [row] = await database.query(typed`select ${list(distributionState)}`);
  return row ?? { begun: false, distributed: false };
}

/**
 * Refuses a database whose predictions are split between two tables. A server would miss the rows that have not been
 * copied yet.
 * @throws `CONFLICT` that names the command to continue with
 */
export async function refuseHalfDistributed(database: Queryable): Promise<void> {
  const [row] = await database.query(typed`select ${list({ begun })}`);
  if (row?.begun === true)
    throw new OmnidexError(
      "CONFLICT",
      "This database is partly distributed. Run 'omnidex distribute' again: it resumes where it stopped.",
    );
}

/** The number of servers that have this database open. Each has one connection that listens for changes. */
export async function countServers(database: Queryable): Promise<number> {
  const [row] = await database.query(typed`
    select ${list({ n: int(sql`count(*)`) })} from pg_stat_activity
    where datname = current_database() and application_name = 'omnidex changes'`);
  return row?.n ?? 0;
}

/** The highest primary key of a run with predictions; 0 if there are no predictions. */
export async function fetchLastRun(database: Queryable): Promise<number> {
  const run = int(sql`coalesce(max(${predictions.runId}), 0)`);
  return (await first(database.query(typed`select ${list({ run })} from ${predictions}`)))?.run ?? 0;
}

/** Up to `limit` primary keys of runs that are greater than `after`, in ascending order. */
export async function fetchRunsAfter(database: Queryable, after: number, limit: number): Promise<readonly number[]> {
  const rows = await database.query(
    typed`select ${list({ id: runs.id })} from ${runs} where ${runs.id} > ${after}::int order by ${runs.id} limit ${limit}::int`,
  );
  return rows.map(({ id }) => id);
}

const EVERYTHING = sql`run_id, ordinal, response, error, confirmation, outcome, score, answer, rule, span_start, span_end,
  ambiguous`;

const tableSum = {
  rows: text(sql`count(*)`),
  hash: text(sql`coalesce(sum(hash_record_extended(row(${EVERYTHING}), 0)), 0)`),
};

/** The number of rows of a table of predictions, and the sum of the rows' hashes. */
type TableSum = RowOf<typeof tableSum>;

/**
 * Sums up the hashes of the predictions, or of those that are not distributed yet. Tables with equal rows have equal
 * sums, regardless of the order.
 */
export async function fetchTableSum(
  database: Queryable,
  table: "predictions" | typeof UNDISTRIBUTED,
): Promise<TableSum> {
  const [row] = await database.query(typed`select ${list(tableSum)} from ${sql.identifier(table)}`);
  if (row === undefined) throw new Error(`${table} could not be summed up`);
  return row;
}
