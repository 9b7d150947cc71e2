import { sql } from "drizzle-orm";
import type { Queryable } from "../db/database.ts";

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
