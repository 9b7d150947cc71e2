import { type SQL, sql } from "drizzle-orm";
import postgres from "postgres";
import { expect, it } from "vitest";
import { openPostgresDatabase } from "../../../src/server/db/postgres/postgres-database.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";

/** Ends every session of the pool under test, as a restart of PostgreSQL does. */
const END_SESSIONS = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'omnidex' and datname = current_database()`;

const settled = async (work: () => Promise<unknown>): Promise<"done" | "failed"> =>
  work().then(
    () => "done" as const,
    () => "failed" as const,
  );

// An unhandled error would end the process, and fail this run.
it.runIf(process.env.TEST_DATABASE_URL).each(["visible", "internal"] as const)(
  "a connection lost within %s transactions fails only those transactions",
  async (reach) => {
    const test: TestDatabase = await createTestDatabase();
    const database = openPostgresDatabase(test.url);
    const administrator = postgres(test.url, { max: 1, onnotice: () => {} });
    const transaction = (statement: SQL) => () =>
      settled(() => database.transaction((tx) => tx.query(statement), reach));
    try {
      const works = Array.from({ length: 6 }, transaction(sql`select pg_sleep(20)`));
      const sleeping = () => administrator`
        select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
      await expect.poll(async () => (await sleeping()).length).toBe(6);
      await administrator.unsafe(END_SESSIONS);
      expect(await Promise.all(works)).toEqual(Array(6).fill("failed"));
      // The next statement may still fail with the error of the old connection, or wait until a new one is open.
      await expect.poll(transaction(sql`select 1`), { timeout: 120_000 }).toBe("done");
    } finally {
      await Promise.all([database.close(), administrator.end()]);
      await test.drop();
    }
  },
);
