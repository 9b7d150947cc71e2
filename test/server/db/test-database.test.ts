import postgres from "postgres";
import { describe, expect, it } from "vitest";
import { createTestDatabase } from "../../support/test-database.ts";

describe("createTestDatabase", () => {
  it.skipIf(process.env.TEST_DATABASE_URL)("is PGlite in memory by default", async () => {
    const database = await createTestDatabase();
    expect(database.url).toBe("memory:");
    await database.drop();
  });

  it.runIf(process.env.TEST_DATABASE_URL)(
    "makes a new database each time, and drops it under open connections",
    async () => {
      const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
      expect(one.url).not.toBe(two.url);
      const open = postgres(one.url, { max: 1, onnotice: () => {} });
      await open`create table things (id integer)`;
      const other = postgres(two.url, { max: 1 });
      expect(await other`select to_regclass('things') as found`).toMatchObject([{ found: null }]);
      await other.end();
      await Promise.all([one.drop(), two.drop()]);
      const gone = postgres(one.url, { max: 1 });
      await expect(gone`select 1`).rejects.toMatchObject({ code: "3D000" });
      await Promise.all([gone.end(), open.end()]);
    },
  );
});
