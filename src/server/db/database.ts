import type { RequestRecord } from "../telemetry/request-record.ts";
import type { DataVersions } from "./data-versions.ts";
import type { Query, ResultOf, Statement } from "./statement.ts";

/** Runs statements, one at a time or together in a transaction. */
export interface Queryable {
  /**
   * Runs one statement. The rows of a `typed` template have the types of its columns; the values of a plain `sql` template
   * are `unknown`.
   * @param request the request that the statement is for, if known: the log of slow statements names it
   */
  query<Q extends Query>(query: Q, request?: RequestRecord): Promise<ResultOf<Q>[]>;
}

/** Whether readers can see what a transaction changes, or it is only bookkeeping: the judge's queue. */
export type TransactionReach = "visible" | "internal";

/** How the servers of one database talk to each other. What is told is heard within milliseconds, or never. */
export interface Neighbours {
  /** Tells all of them, itself included; less than 8,000 bytes. */
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
  /** Absent where there is no pool. */
  readonly connections?: () => ConnectionCounts;
  /**
   * Runs `work` in one transaction: all of it happens, or none. Inside, only the given `Queryable` may be used. Whatever
   * readers can see is written in here and nowhere else: unless it is said to be internal, the version of the data changes
   * with it, in every process.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>, reach?: TransactionReach): Promise<T>;
  /**
   * Reads that need not show what another server has written a moment ago: from replicas where there are any. Whatever this
   * process has written or heard of is in there.
   */
  readonly reads: Queryable;
  readonly versions: DataVersions;
  /** Null where no other process may have the data. */
  readonly neighbours: Neighbours | null;
  /** Begins to hear of what other processes change; until then, and where it cannot, the version of the data is unknown. */
  listen(): Promise<void>;
  /** Calls `listener` with each statement that is sent, until the returned function is called. */
  onStatement(listener: (statement: Statement) => void): () => void;
  /** Brings the tables up to this version. Safe to call from several processes at once. */
  migrate(): Promise<void>;
  close(): Promise<void>;
}
