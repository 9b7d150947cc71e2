import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { migrationsFolder } from "../project-root.ts";
import type { Database, Queryable } from "./database.ts";
import { translateDatabaseError } from "./database-error.ts";
import { CHANGES_CHANNEL, HeardVersions } from "./heard-versions.ts";
import { PreparedTexts } from "./prepared-texts.ts";
import { StatementLog } from "./statement-log.ts";

/** Any number will do, so long as every server of this database takes the same. */
const MIGRATION_LOCK = 7_306_642_983;

/** How long one statement may take, in milliseconds. Importing lifts it for its own transaction. */
const STATEMENT_TIMEOUT = 15_000;

/** Opens a pool of connections to a PostgreSQL server, version 15 or later. Connects at the first statement. */
export function openPostgresDatabase(url: string): Database {
  const connection = { application_name: "omnidex", statement_timeout: STATEMENT_TIMEOUT };
  const client = postgres(url, { max: 10, onnotice: () => {}, connection });
  const log = new StatementLog();
  const prepared = new PreparedTexts();
  // Apart from the pool, whose connections may all be busy for longer than a notification may take.
  const sender = postgres(url, { max: 1, idle_timeout: 0, fetch_types: false, onnotice: () => {} });
  const versions = new HeardVersions(url, (payload) => sender.notify(CHANGES_CHANNEL, payload));
  const queryable = (target: postgres.Sql | postgres.TransactionSql): Queryable => ({
    query: async <T extends object>(query: Parameters<Queryable["query"]>[0]) => {
      const { text, params } = log.record(query);
      const prepare = prepared.isWorthPreparing(text);
      try {
        const rows = await target.unsafe(text, params as postgres.ParameterOrJSON<never>[], sending(prepare));
        return rows as unknown as T[];
      } catch (error) {
        throw translateDatabaseError(error);
      }
    },
  });
  return {
    ...queryable(client),
    engine: "postgresql",
    transaction: async (work, reach = "visible") => {
      type Result = Awaited<ReturnType<typeof work>>;
      if (reach === "internal") return (await client.begin((tx) => work(queryable(tx)))) as Result;
      const change = randomUUID();
      let committed = false;
      try {
        const result = await client.begin(async (tx) => {
          const done = await work(queryable(tx));
          await queryable(tx).query(sql`select pg_notify(${CHANGES_CHANNEL}, ${change})`);
          return done;
        });
        committed = true;
        return result as Result;
      } finally {
        // Also where it failed: a connection that is lost at the end may have lost no more than the word of it.
        versions.advance(committed ? change : null);
      }
    },
    versions,
    listen: () => versions.listen(),
    onStatement: (listener) => log.listen(listener),
    migrate: () => migrateUnderLock(url),
    close: async () => {
      await versions.close();
      await Promise.all([client.end({ timeout: 5 }), sender.end({ timeout: 5 })]);
    },
  };
}

/** Without `simple: false`, which the types do not know, a statement without parameters would never be prepared. */
const sending = (prepare: boolean): postgres.UnsafeQueryOptions =>
  ({ prepare, simple: false }) as postgres.UnsafeQueryOptions;

/** On a connection of its own: an advisory lock belongs to its session. */
async function migrateUnderLock(url: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await migrate(drizzle({ client }), { migrationsFolder: migrationsFolder() });
  } finally {
    await client.end({ timeout: 5 });
  }
}
