import { sql } from "drizzle-orm";
import { OmnidexError } from "../../domain/errors.ts";
import type { Queryable } from "../db/database.ts";
import { predictions, runs } from "../db/tables/run-tables.ts";
import { boolean, first, int, list, nullable, type RowOf, text, textList, typed } from "../db/typed-sql.ts";
import { UNDISTRIBUTED } from "./distribution-writes.ts";

/** The nodes of a Citus cluster. */
export interface CitusNodes {
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
export type TableSum = RowOf<typeof tableSum>;

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
