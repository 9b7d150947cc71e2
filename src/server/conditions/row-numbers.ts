import { type SQL, sql } from "drizzle-orm";
import { type models, runs } from "../db/tables/run-tables.ts";

/**
 * How new runs and models are numbered. Sequential numbers would reveal how many private runs were made between two
 * public ones, so only the demo has them.
 */
export type RowNumbers = "RANDOM" | "IN_TURN";

/** The smallest random number. All sequential numbers are below it. */
const SMALLEST = 2 ** 20;
const COUNT = 2 ** 31 - 1 - SMALLEST;

/**
 * Whether a row of a table has a sequential number. A restore sets the table's sequence to the highest of these numbers
 * or above it, so that no number is used twice.
 */
export const isNumberedInTurn = (table: string, column: SQL): SQL =>
  ["runs", "models"].includes(table) ? sql`${column} < ${SMALLEST}::int` : sql`true`;

/** The primary key of a new row. A random one is the first of eight random numbers that no row has yet. */
export const newRowNumber = (table: typeof runs | typeof models, numbers: RowNumbers): SQL =>
  numbers === "IN_TURN"
    ? sql`nextval(pg_get_serial_sequence(${table === runs ? "runs" : "models"}, 'id'))::int`
    : sql`(select number from (
        select (('x' || left(gen_random_uuid()::text, 8))::bit(32)::bigint % ${COUNT}::bigint + ${SMALLEST}::bigint)::int as number
        from generate_series(1, 8)) drawn
      where not exists (select from ${table} where ${table.id} = number) limit 1)`;
