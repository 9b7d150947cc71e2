import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { openPostgresDatabase } from "../../../src/server/db/postgres/postgres-database.ts";
import { createTestDatabase } from "../../support/test-database.ts";

/** More transactions than the pool has connections. */
const WAITING = 20;

it.runIf(process.env.TEST_DATABASE_URL)("the server answers reads while transactions wait for a lock", async () => {
  const test = await createTestDatabase();
  const [database, other] = [openPostgresDatabase(test.url), openPostgresDatabase(test.url)];
  const lock = sql`select pg_advisory_xact_lock(1)`;
  try {
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isHeld: () => void = () => {};
    const taken = new Promise<void>((resolve) => {
      isHeld = resolve;
    });
    const holder = other.transaction(async (tx) => {
      await tx.query(lock);
      isHeld();
      await held;
    }, "internal");
    await taken;
    let done = 0;
    const waiting = Array.from({ length: WAITING }, () =>
      database
        .transaction((tx) => tx.query(lock), "internal")
        .then(() => {
          done += 1;
        }),
    );
    expect(await database.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
    expect(done).toBe(0);
    release();
    await Promise.all([holder, ...waiting]);
    expect(done).toBe(WAITING);
  } finally {
    await Promise.all([database.close(), other.close()]);
    await test.drop();
  }
});
