import { sql } from "drizzle-orm";
import type { Database, Queryable } from "../db/database.ts";

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
