import { sql } from "drizzle-orm";
import type { Queryable } from "../../src/server/db/database.ts";

/** How many rows a table has. */
export async function countRows(database: Queryable, table: string): Promise<number> {
  const [row] = await database.query<{ n: number }>(sql`select count(*)::int as n from ${sql.identifier(table)}`);
  return row?.n ?? -1;
}
