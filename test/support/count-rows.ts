import { sql } from "drizzle-orm";
import type { Queryable } from "../../src/server/db/database.ts";
import type { Query } from "../../src/server/db/statement.ts";
import { int, list, typed } from "../../src/server/db/typed-sql.ts";

/** How many rows a table has. */
export async function countRows(database: Queryable, table: string): Promise<number> {
  const n = int(sql`count(*)`);
  const [row] = await database.query(typed`select ${list({ n })} from ${sql.identifier(table)}`);
  return row?.n ?? -1;
}

/**
 * The rows of a statement, with a type that the test states and that is not checked. Code of the server cannot do this.
 */
export const rowsAs = async <T>(database: Queryable, query: Query): Promise<T[]> =>
  (await database.query(query)) as T[];
