import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { decodeCursor, encodeCursor, encodedCursor } from "../../src/server/graphql/plan/page-arguments.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

/** A text that PostgreSQL can store: no NUL, and no half of a surrogate pair. */
const stored = fc.string({ unit: "binary", maxLength: 60 }).filter((text) => !text.includes("\0"));

it("PostgreSQL and the server write the same cursor for any values, and the server reads it", async () => {
  const cursors = fc.array(fc.tuple(stored, fc.array(stored, { minLength: 1, maxLength: 4 })), { minLength: 20 });
  await fc.assert(
    fc.asyncProperty(cursors, async (lists) => {
      const written = lists.map(([list, values]) =>
        encodedCursor(
          list,
          values.map((value) => sql`${value}::text`),
        ),
      );
      const [row] = await server.database.query(sql`select array[${sql.join(written, sql`, `)}] as cursors`);
      expect(row).toEqual({ cursors: lists.map(([list, values]) => encodeCursor(list, values)) });
      for (const [list, values] of lists)
        expect(
          decodeCursor(
            list,
            values.map(() => "text"),
            "after",
            encodeCursor(list, values),
          ),
        ).toEqual(values);
    }),
    { numRuns: 20 },
  );
});

it("the server accepts a time in a cursor exactly if PostgreSQL can read it", async () => {
  const reads = (value: string): boolean => {
    try {
      return decodeCursor("runs", ["timestamptz"], "after", encodeCursor("runs", [value])).length === 1;
    } catch {
      return false;
    }
  };
  const days = ["0000-01-01", "0001-01-01", "2024-02-29", "2026-02-29", "2026-06-31", "9999-12-31"];
  for (const time of days.map((day) => `${day} 00:00:00+00`)) {
    const known = await server.database.query(sql`select ${time}::text::timestamptz`).then(
      () => true,
      () => false,
    );
    expect([time, reads(time)]).toEqual([time, known]);
  }
});
