import { sql } from "drizzle-orm";
import { OmnidexError } from "../../domain/errors.ts";
import type { Queryable } from "../db/database.ts";
import { predictions } from "../db/tables/run-tables.ts";
import { UNDISTRIBUTED } from "./distribution-writes.ts";

/** What a database knows of Citus. */
export interface CitusNodes {
  /** Null where the server does not load Citus. */
  readonly version: string | null;
  /** False on a worker, and where the extension is missing in this database. */
  readonly coordinator: boolean;
  /** The workers that take shards: `host:port`. */
  readonly workers: readonly string[];
}

/** Reads which nodes the database is spread over. */
export async function fetchCitusNodes(database: Queryable): Promise<CitusNodes> {
  const [row] = await database.query<{ version: string | null; extension: boolean }>(sql`
    select current_setting('citus.version', true) as version,
      exists (select from pg_extension where extname = 'citus') as extension`);
  const version = row?.version ?? null;
  if (version === null || row?.extension !== true) return { version, coordinator: false, workers: [] };
  const [nodes] = await database.query<Omit<CitusNodes, "version">>(sql`
    select citus_is_coordinator() as coordinator, coalesce((
      select array_agg(nodename || ':' || nodeport order by nodename, nodeport) from pg_dist_node
      where isactive and shouldhaveshards and noderole = 'primary'), '{}') as workers`);
  return { version, coordinator: false, workers: [], ...nodes };
}

/** How far `omnidex distribute` has come. */
export interface DistributionState {
  /** The predictions that were there before are still in a table of their own. */
  readonly begun: boolean;
  /** The table of predictions is made of shards. */
  readonly distributed: boolean;
}

/** Reads how far a database has been distributed; the extension must be there. */
export async function fetchDistributionState(database: Queryable): Promise<DistributionState> {
  const [row] = await database.query<DistributionState>(sql`
    select to_regclass(${UNDISTRIBUTED}) is not null as begun,
      exists (select from pg_dist_partition where logicalrelid = to_regclass('predictions')) as distributed`);
  return row ?? { begun: false, distributed: false };
}

/**
 * Refuses a database whose predictions are in two tables: a server would miss those that have not been copied yet.
 * @throws `CONFLICT`, which says how to go on
 */
export async function refuseHalfDistributed(database: Queryable): Promise<void> {
  const [row] = await database.query<{ begun: boolean }>(
    sql`select to_regclass(${UNDISTRIBUTED}) is not null as begun`,
  );
  if (row?.begun === true)
    throw new OmnidexError(
      "CONFLICT",
      "This database has been distributed in part. Run 'omnidex distribute' again: it goes on where it stopped.",
    );
}

/** How many servers have this database open: each has a connection on which it hears of changes. */
export async function countServers(database: Queryable): Promise<number> {
  const [row] = await database.query<{ n: number }>(sql`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and application_name = 'omnidex changes'`);
  return row?.n ?? 0;
}

/** The highest run that has predictions; 0 where none has. */
export async function fetchLastRun(database: Queryable): Promise<number> {
  const [row] = await database.query<{ run: number }>(sql`
    select coalesce(max(${predictions.runId}), 0) as run from ${predictions}`);
  return row?.run ?? 0;
}

/** The ids of up to `limit` runs after one, rising. */
export async function fetchRunsAfter(database: Queryable, after: number, limit: number): Promise<readonly number[]> {
  const rows = await database.query<{ id: number }>(sql`
    select id from runs where id > ${after}::int order by id limit ${limit}::int`);
  return rows.map(({ id }) => id);
}

/** The number of rows of a table of predictions, and a sum over hashes of all that they hold. */
export interface TableSum {
  readonly rows: string;
  readonly hash: string;
}

const EVERYTHING = sql`run_id, ordinal, response, error, confirmation, outcome, score, answer, rule, span_start, span_end,
  ambiguous`;

/** Sums up the predictions, or those that were there before they were distributed: equal rows have equal sums, in any order. */
export async function fetchTableSum(
  database: Queryable,
  table: "predictions" | typeof UNDISTRIBUTED,
): Promise<TableSum> {
  const [row] = await database.query<TableSum>(sql`
    select count(*)::text as rows, coalesce(sum(hash_record_extended(row(${EVERYTHING}), 0)), 0)::text as hash
    from ${sql.identifier(table)}`);
  if (row === undefined) throw new Error(`${table} could not be summed up`);
  return row;
}
