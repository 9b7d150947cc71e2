import type { SQL } from "drizzle-orm";
import type { Statement } from "./statement.ts";

/** A row as the driver returns it, typed by the one who wrote the statement. */
export type Row = Record<string, unknown>;

/** Runs statements, one at a time or together in a transaction. */
export interface Queryable {
  /** Runs one statement; the rows come back with the names that the statement gives them. */
  query<T extends object = Row>(query: SQL | Statement): Promise<T[]>;
}

/** An open database: embedded PGlite, or a pool of connections to a PostgreSQL server. */
export interface Database extends Queryable {
  readonly engine: "pglite" | "postgresql";
  /** Runs `work` in one transaction: all of it happens, or none. Inside, only the given `Queryable` may be used. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Calls `listener` with each statement that is sent, until the returned function is called. */
  onStatement(listener: (statement: Statement) => void): () => void;
  /** Brings the tables up to this version. Safe to call from several processes at once. */
  migrate(): Promise<void>;
  close(): Promise<void>;
}
