import { mkdir } from "node:fs/promises";
import { PGlite, type Transaction } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import { migrationsFolder } from "../project-root.ts";
import type { Database, Queryable } from "./database.ts";
import { StatementLog } from "./statement-log.ts";

/**
 * Opens PostgreSQL inside this process.
 * @param folder where the data lives; `null` for none on disk. The caller holds the folder's lock.
 */
export async function openPgliteDatabase(folder: string | null): Promise<Database> {
  if (folder !== null) await mkdir(folder, { recursive: true });
  const client = await PGlite.create(folder === null ? "memory://" : folder);
  const log = new StatementLog();
  const queryable = (target: PGlite | Transaction): Queryable => ({
    query: async <T extends object>(query: Parameters<Queryable["query"]>[0]) => {
      const { text, params } = log.record(query);
      return (await target.query<T>(text, [...params])).rows;
    },
  });
  return {
    ...queryable(client),
    engine: "pglite",
    transaction: (work) => client.transaction((tx) => work(queryable(tx))),
    onStatement: (listener) => log.listen(listener),
    migrate: () => migrate(drizzle({ client }), { migrationsFolder: migrationsFolder() }),
    close: () => client.close(),
  };
}
