import type { RequestRecord } from "../telemetry/request-record.ts";
import type { DataVersions } from "./data-versions.ts";
import type { Query, ResultOf, Statement } from "./statement.ts";

/** Runs statements, one at a time or together in a transaction. */
export interface Queryable {
  /**
   * Runs one statement. The rows of a `typed` template have the types of its columns; the values of a plain `sql`
   * template are `unknown`.
   * @param request the request that the statement is for, if known: the log of slow statements names it
   */
  query<Q extends Query>(query: Q, request?: RequestRecord): Promise<ResultOf<Q>[]>;
}

/**
 * Which data a transaction changes: data that readers can see (`visible`), or only internal data such as the judge's
 * queue (`internal`).
 */
export type TransactionReach = "visible" | "internal";

/** Messages between the servers of one database. A message arrives within milliseconds or is lost. */
export interface Neighbours {
  /** Sends a text of less than 8,000 bytes to all servers, including this one. */
  tell(text: string): Promise<unknown>;
  hear(listener: (text: string) => void): void;
}

/** The connections of a pool, and how many callers wait for one. */
export interface ConnectionCounts {
  readonly connections: number;
  readonly idle: number;
  readonly waiting: number;
}

/** An open database: embedded PGlite, or a pool of connections to a PostgreSQL server. */
export interface Database extends Queryable {
  readonly engine: "pglite" | "postgresql";
  /** Absent for PGlite, which has no pool. */
  readonly connections?: () => ConnectionCounts;
  /**
   * Runs `work` in one transaction, which is committed or rolled back as a whole. `work` may use only the given
   * `Queryable`. All writes go through this method, because its commit changes the version of the data in every
   * process. A commit with the reach `internal` does not change the version.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>, reach?: TransactionReach): Promise<T>;
  /**
   * Sends reads to replicas if there are any. A read may miss what another server has just written. It includes
   * everything that this process has written or been notified of.
   */
  readonly reads: Queryable;
  readonly versions: DataVersions;
  /** Null if no other process can open the database. */
  readonly neighbours: Neighbours | null;
  /**
   * Starts to receive notifications of changes by other processes. The version of the data is unknown before that, and
   * while notifications fail to arrive.
   */
  listen(): Promise<void>;
  /** Calls `listener` with each statement that is sent. The returned function removes the listener. */
  onStatement(listener: (statement: Statement) => void): () => void;
  /** Brings the tables up to this version. Safe to call from several processes at once. */
  migrate(): Promise<void>;
  close(): Promise<void>;
}
