import { sql } from "drizzle-orm";
import { bigint, integer, pgTable, text as textColumn, timestamp } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from "vitest";
import type { Modality, Outcome } from "../../../src/domain/vocabulary.ts";
import type { Database, Queryable } from "../../../src/server/db/database.ts";
import { toStatement, withValues } from "../../../src/server/db/statement.ts";
import { apiKeys } from "../../../src/server/db/tables/access-tables.ts";
import { releases } from "../../../src/server/db/tables/benchmark-tables.ts";
import { predictions, runs, scores } from "../../../src/server/db/tables/run-tables.ts";
import {
  boolean,
  type Columns,
  columnsOf,
  float,
  innerList,
  int,
  jsonListFrom,
  jsonObject,
  jsonRows,
  jsonTuple,
  like,
  list,
  nullable,
  pick,
  type RowOf,
  scalar,
  text,
  textList,
  typed,
  when,
} from "../../../src/server/db/typed-sql.ts";
import { hasType } from "../../support/checked-rows.ts";
import { openSeededDatabase } from "../../support/seeded-database.ts";

let database: Database;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ database, close } = await openSeededDatabase());
});
afterAll(() => close());

/** The first row of a statement; each value has the type of its column. */
async function rowOf<C extends Columns>(columns: C, rest = sql``): Promise<RowOf<C>> {
  const [row] = await database.query(typed`select ${list(columns)} ${rest}`);
  if (row === undefined) throw new Error("no row");
  for (const [name, column] of Object.entries(columns))
    expect([name, hasType(column, row[name])]).toEqual([name, true]);
  return row as RowOf<C>;
}

const moment = sql`'2026-01-02T03:04:05.678Z'::timestamptz`;
const bytes = sql`'\\x00ff10'::bytea`;
const score = like(predictions.score, sql`0.1`);

describe("builders, on the engine that the test runs on", () => {
  it("cast numbers that drivers would read in different ways", async () => {
    const row = await rowOf(
      {
        count: int(sql`count(*)`),
        sum: float(sql`sum(n)`),
        numeric: float(sql`1.25::numeric`),
        bigint: float(sql`9007199254740991::bigint`),
        real: score,
        bigintText: text(sql`9223372036854775807::bigint`),
      },
      sql`from generate_series(1, 3) as n`,
    );
    expect(row).toEqual({
      count: 3,
      sum: 6,
      numeric: 1.25,
      bigint: 2 ** 53 - 1,
      real: 0.1,
      bigintText: "9223372036854775807",
    });
  });

  it("return texts, booleans and lists", async () => {
    const columns = {
      text: text(sql`'é'`),
      yes: boolean(sql`1 = 1`),
      texts: textList(sql`array['a,b', 'c"d']`),
      inputs: like(runs.inputs, sql`array['VIDEO']`),
    };
    expect(await rowOf(columns)).toEqual({ text: "é", yes: true, texts: ["a,b", 'c"d'], inputs: ["VIDEO"] });
  });

  it("return instants as Date and bytes as Uint8Array", async () => {
    const row = await rowOf({ at: like(apiKeys.createdAt, moment), bytes: like(scores.answered, bytes) });
    expect(row.at.toISOString()).toBe("2026-01-02T03:04:05.678Z");
    expect([...row.bytes]).toEqual([0, 255, 16]);
  });

  it("return null if a column may be null", async () => {
    const none = {
      max: nullable(int(sql`max(n)`)),
      at: like(apiKeys.expiresAt, sql`null`),
      hidden: when(sql`false`, score),
      found: scalar(score, sql`where false`),
    };
    expect(await rowOf(none, sql`from generate_series(1, 0) as n`)).toEqual({
      max: null,
      at: null,
      hidden: null,
      found: null,
    });
  });

  it("write instants and bytes as texts in JSON", async () => {
    const n = int(sql`n`);
    const from = sql`from generate_series(1, 2) as n`;
    const row = await rowOf({
      object: jsonObject({ n: score, at: like(apiKeys.createdAt, moment) }),
      tuple: jsonTuple(int(sql`1`), text(sql`'a'`)),
      list: jsonListFrom(n, from, { order: sql`order by n desc` }),
      empty: jsonListFrom(n, sql`from generate_series(1, 0) as n`),
      distinct: jsonListFrom(int(sql`n % 1`), from, { distinct: true }),
      rows: jsonRows(typed`select ${list({ n })} ${from}`),
    });
    expectTypeOf(row.object).toEqualTypeOf<{ readonly n: number | null; readonly at: string }>();
    expectTypeOf(row.tuple).toEqualTypeOf<readonly [number, string]>();
    expectTypeOf(row.rows).toEqualTypeOf<readonly { readonly n: number }[]>();
    expect(row).toMatchObject({ tuple: [1, "a"], list: [2, 1], empty: [], distinct: [0], rows: [{ n: 1 }, { n: 2 }] });
    expect([row.object.n, Date.parse(row.object.at)]).toEqual([0.1, Date.parse("2026-01-02T03:04:05.678Z")]);
  });

  it("return every column of the tables with its type", async () => {
    for (const table of [predictions, runs, scores, releases]) {
      const columns = Object.fromEntries(Object.entries(table).filter(([name]) => name !== "enableRLS")) as Columns;
      await rowOf(columns, sql`from ${table} limit 1`);
    }
  });
});

describe("a typed statement", () => {
  it("refers to the columns of a subquery by its alias", async () => {
    const inner = { model: runs.modelId, n: int(sql`count(*)`) };
    const [row] = await database.query(
      typed`select ${list(columnsOf("q", inner))} from (select ${innerList(inner)} from ${runs} group by ${runs.modelId}) q`,
    );
    expectTypeOf(row).toEqualTypeOf<{ readonly model: number; readonly n: number } | undefined>();
    expect(row).toEqual({ model: expect.any(Number), n: expect.any(Number) });
  });

  it("keeps its type when it is rendered and its values are bound", async () => {
    const statement = toStatement(typed`select ${list({ n: int(sql`${sql.placeholder("n")}`) })}`);
    const rows = await database.query(withValues(statement, { n: 7 }));
    expectTypeOf(rows).toEqualTypeOf<{ readonly n: number }[]>();
    expect(rows).toEqual([{ n: 7 }]);
  });

  it("has exactly one list", () => {
    const one = list({ n: int(sql`1`) });
    expect(() => typed`select 1`).toThrow("exactly one list");
    expect(() => typed`select ${one}, ${one}`).toThrow("exactly one list");
  });

  it("is refused in tests if a value is not of its type", async () => {
    const wrong = int(sql`null`);
    await expect(database.query(typed`select ${list({ wrong })}`)).rejects.toThrow(/wrong is null/);
  });
});

/** A table as a migration might change it. */
const changed = pgTable("predictions", {
  ordinal: textColumn().notNull(),
  score: integer(),
  outcome: textColumn().notNull(),
  big: bigint({ mode: "number" }).notNull(),
  at: timestamp({ mode: "string" }).notNull(),
});

describe("the type of a row", () => {
  it("follows from the columns", () => {
    expectTypeOf<RowOf<{ o: typeof predictions.outcome; s: typeof predictions.score }>>().toEqualTypeOf<{
      readonly o: Outcome;
      readonly s: number | null;
    }>();
    expectTypeOf<RowOf<{ inputs: typeof runs.inputs }>["inputs"][number]>().toEqualTypeOf<Modality>();
    expectTypeOf<RowOf<{ big: typeof changed.big; at: typeof changed.at }>>().toEqualTypeOf<{
      readonly big: never;
      readonly at: never;
    }>();
  });

  it("makes its readers fail to compile if a column changes", () => {
    const tx = {} as Queryable;
    const readers = [
      // @ts-expect-error the column has another type
      (): Promise<{ ordinal: number }[]> => tx.query(typed`select ${list(pick(changed, "ordinal"))}`),
      // @ts-expect-error the column may be null now
      (): Promise<{ score: number }[]> => tx.query(typed`select ${list(pick(changed, "score"))}`),
      // @ts-expect-error the column allows other values
      (): Promise<{ outcome: Outcome }[]> => tx.query(typed`select ${list(pick(changed, "outcome"))}`),
      // @ts-expect-error the column has another name
      (): Promise<object[]> => tx.query(typed`select ${list(pick(changed, "rule"))}`),
      // @ts-expect-error an outer join
      (): Promise<{ ordinal: string }[]> => tx.query(typed`select ${list({ ordinal: nullable(changed.ordinal) })}`),
      // @ts-expect-error no list, so the values are unknown
      (): Promise<{ n: number }[]> => tx.query(sql`select 1 as n`),
      // @ts-expect-error a rendered statement, so the values are unknown
      (): Promise<{ n: number }[]> => tx.query({ text: "select 1 as n", params: [] }),
      // @ts-expect-error a type stated by hand
      () => tx.query<{ n: number }>(sql`select 1 as n`),
      // @ts-expect-error an expression without a type
      () => tx.query(typed`select ${list({ n: sql<number>`1` })}`),
    ];
    expect(readers).toHaveLength(9);
  });
});
