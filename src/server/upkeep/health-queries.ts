import { sql } from "drizzle-orm";
import type { Queryable } from "../db/database.ts";

/** Resolves if the database answers. */
export async function pingDatabase(database: Queryable): Promise<void> {
  await database.query(sql`select 1`);
}
