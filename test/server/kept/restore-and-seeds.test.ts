import { EventEmitter, once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OmnidexError } from "../../../src/domain/errors.ts";
import { lockInitialData } from "../../../src/server/benchmarks/benchmark-locks.ts";
import { knownMigrations, runMigrations } from "../../../src/server/db/migrations.ts";
import { openAsItIs } from "../../../src/server/main.ts";
import { restoreBackup } from "../../../src/server/upkeep/restore-backup.ts";
import { writeBackup } from "../../../src/server/upkeep/write-backup.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";

/** In PGlite, transactions run one after the other. On Citus, there are no backups of a single snapshot. */
const isServed = process.env.TEST_DATABASE_URL !== undefined && process.env.TEST_CITUS_NODES === undefined;

describe.skipIf(!isServed)("a restore and the loading of seeds", () => {
  let test: TestDatabase;
  let opened: Awaited<ReturnType<typeof openAsItIs>>;
  let folder: string;
  beforeAll(async () => {
    test = await createTestDatabase();
    opened = await openAsItIs({ engine: "postgresql", url: test.url });
    folder = await mkdtemp(join(tmpdir(), "omnidex-restore-test-"));
    await opened.database.transaction((tx) => runMigrations(tx, knownMigrations()));
  });
  afterAll(async () => {
    await opened.close();
    await test.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it("exclude each other: the restore waits, sees the seeds, and refuses the database", async () => {
    const { database } = opened;
    const file = join(folder, "backup.gz");
    await writeBackup(database, file, "0.1.0");
    const signals = new EventEmitter();
    const [locked, finished] = [once(signals, "locked"), once(signals, "finish")];
    const seeding = database.transaction(async (tx) => {
      await lockInitialData(tx);
      signals.emit("locked");
      await finished;
      await tx.query(sql`insert into models (slug, name) values ('seed', 'Seed')`);
    });
    await locked;
    const restored = restoreBackup(database, file, false).then(
      () => "RESTORED",
      (error: unknown) => (error instanceof OmnidexError ? error.code : error),
    );
    const waiting = () =>
      database.query(sql`select from pg_locks where locktype = 'advisory' and not granted and
        database = (select oid from pg_database where datname = current_database())`);
    try {
      await expect.poll(waiting, { timeout: 10_000 }).toHaveLength(1);
    } finally {
      signals.emit("finish");
      await seeding;
    }
    expect(await restored).toBe("CONFLICT");
  });
});
