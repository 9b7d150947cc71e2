import { sql } from "drizzle-orm";
import type { TestServer } from "../../support/test-server.ts";

/** How many sessions of the server's database wait for an advisory lock, such as that of an answer key. */
export async function waitingSessions({ database }: TestServer): Promise<number> {
  const waiting = await database.query(sql`select 1 from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`);
  return waiting.length;
}
