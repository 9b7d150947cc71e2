import { is } from "drizzle-orm";
import { PgColumn } from "drizzle-orm/pg-core";
import type { Database, Queryable } from "../../src/server/db/database.ts";
import { toStatement } from "../../src/server/db/statement.ts";
import { type Columns, isNullable, type Selectable, sqlTypeOf } from "../../src/server/db/typed-sql.ts";

/** A database that compares every row with the types that its statement declares. */
export function checkedRows(database: Database): Database {
  const checked = (target: Queryable): Queryable => ({
    query: async (query, request) => {
      const statement = toStatement(query);
      const rows = await target.query(statement, request);
      for (const row of rows) requireTyped(row, statement.columns, statement.text);
      return rows;
    },
  });
  return {
    ...database,
    ...checked(database),
    reads: checked(database.reads),
    transaction: (work, reach) => database.transaction((tx) => work(checked(tx)), reach),
  };
}

function requireTyped(row: object, columns: Columns | undefined, text: string): void {
  if (columns === undefined) return;
  const names = Object.keys(columns);
  if (Object.keys(row).join() !== names.join()) throw new TypeError(`${Object.keys(row)} instead of ${names}: ${text}`);
  for (const [name, value] of Object.entries(row)) {
    const column = columns[name];
    if (column === undefined || !hasType(column, value))
      throw new TypeError(`${name} is ${JSON.stringify(value)}, a ${typeof value}: ${text}`);
  }
}

/** Whether a value that a driver returned has the TypeScript type of its column. */
export function hasType(column: Selectable, value: unknown): boolean {
  if (value === null) return isNullable(column);
  const words = is(column, PgColumn) ? wordsOf(column) : undefined;
  return (
    isOfType(sqlTypeOf(column), value) && (words === undefined || [value].flat().every((word) => words.includes(word)))
  );
}

/** The values that a text column, or an array of texts, is limited to. */
const wordsOf = (column: PgColumn): readonly unknown[] | undefined =>
  column.enumValues ?? (column as { baseColumn?: PgColumn }).baseColumn?.enumValues;

function isOfType(sqlType: string, value: unknown): boolean {
  if (sqlType.endsWith("[]"))
    return Array.isArray(value) && value.every((item) => isOfType(sqlType.slice(0, -2), item));
  switch (sqlType) {
    case "integer":
    case "smallint":
      return Number.isInteger(value);
    case "real":
    case "double precision":
      return typeof value === "number";
    case "text":
    case "tsvector":
      return typeof value === "string";
    case "boolean":
      return typeof value === "boolean";
    case "bytea":
      return value instanceof Uint8Array;
    case "timestamp with time zone":
      return value instanceof Date;
    case "json":
    case "jsonb":
      return typeof value === "object";
    default:
      throw new TypeError(`no builder has the type ${sqlType}`);
  }
}
