import { is, Placeholder, SQL, sql } from "drizzle-orm";
import { badInput, OmnidexError } from "../../domain/errors.ts";
import { type Columns, dialect, type Row, Select } from "./typed-sql.ts";

/** A value that an array can hold. */
export type ArrayItem = string | number | boolean | null;

/** Formats one item of an array literal. @see https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
const itemText = (item: ArrayItem): string => (typeof item === "string" ? quoted(item) : String(item));

/** Formats a list as an array literal. @see https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
export const arrayText = (items: readonly ArrayItem[]): string => `{${items.map(itemText).join()}}`;

/** Two calls of `includes` are faster than one regular expression. */
const quoted = (text: string): string =>
  `"${text.includes('"') || text.includes("\\") ? text.replace(/["\\]/g, "\\$&") : text}"`;

/** SQL text with its parameters, as a driver takes it. */
export interface Statement {
  readonly text: string;
  readonly params: readonly unknown[];
  /** The columns of the rows of a `typed` statement. */
  readonly columns?: Columns | undefined;
}

declare const ROW: unique symbol;

/** A rendered statement whose rows have the type `R`. Made by `toStatement` of a `typed` template. */
export interface TypedStatement<R extends object> extends Statement {
  readonly [ROW]: R;
}

/** A query that a database accepts: an SQL template or a rendered statement. */
export type Query = SQL | Statement;

/** The type of a statement's rows. It follows from the statement, so callers cannot state another type. */
export type ResultOf<Q extends Query> = Q extends Select<infer R> ? R : Q extends TypedStatement<infer R> ? R : Row;

/**
 * The most parameters of a statement. The protocol counts them in 16 bits. PGlite does not check the limit, and a
 * statement above it never returns.
 */
const MAX_PARAMETERS = 65_000;

/**
 * Renders a composed `sql` template for a driver. A rendered statement is returned unchanged.
 * @throws `COST_LIMIT_EXCEEDED` for a statement with more parameters than the protocol can count
 * @throws `BAD_USER_INPUT` for a text with a NUL character, which PostgreSQL neither stores nor compares
 */
export function toStatement<Q extends Query>(query: Q): TypedStatement<ResultOf<Q>> {
  return (is(query, SQL) ? rendered(query) : query) as TypedStatement<ResultOf<Q>>;
}

function rendered(query: SQL): Statement {
  const { sql: text, params } = dialect.sqlToQuery(query);
  if (params.length > MAX_PARAMETERS) {
    throw new OmnidexError("COST_LIMIT_EXCEEDED", "The query has too many values; ask for less at once.");
  }
  refuseNul(params);
  return { text, params, columns: query instanceof Select ? query.columns : undefined };
}

/** @throws `BAD_USER_INPUT` for a text with a NUL character among the parameters */
export function refuseNul(params: readonly unknown[]): void {
  if (params.some(holdsNul)) throw badInput("A text in the input contains a NUL character (U+0000); remove it.");
}

/** A parameter that is bound later, by `withValues`. A statement with such parameters is rendered only once. */
export const laterValue = (name: string): SQL => sql`${sql.placeholder(name)}`;

/**
 * Binds the parameters that `laterValue` left open.
 * @throws `BAD_USER_INPUT` for a text with a NUL character among the values
 */
export function withValues<S extends Statement>(statement: S, values: Readonly<Record<string, unknown>>): S {
  refuseNul(Object.values(values));
  const params = statement.params.map((parameter) => (is(parameter, Placeholder) ? values[parameter.name] : parameter));
  return { ...statement, params };
}

const holdsNul = (parameter: unknown): boolean =>
  typeof parameter === "string" ? parameter.includes("\0") : Array.isArray(parameter) && parameter.some(holdsNul);

/*
 * A list is always sent as one parameter. Drizzle's `inArray` writes one parameter per item, so each length of the list
 * would need its own prepared statement.
 */
export const textArray = (values: readonly string[]): SQL => sql`${sql.param([...values])}::text[]`;
export const integerArray = (values: readonly number[]): SQL => sql`${sql.param([...values])}::integer[]`;

export const booleanArray = (values: readonly boolean[]): SQL => sql`${sql.param([...values])}::boolean[]`;

/**
 * One column of many rows as an array. The array is written as text and cast by the server, because a driver would look
 * at each value several times. A column that contains only nulls is an empty array, because `unnest` fills shorter
 * arrays with nulls.
 */
export const columnArray = <R>(
  type: "text" | "int" | "real" | "float8" | "boolean",
  rows: readonly R[],
  valueAt: (row: R) => ArrayItem,
): SQL => sql`${sql.param(arrayLiteral(rows, valueAt))}::text::${sql.raw(type)}[]`;

/**
 * The text of an array of the rows' values; `{}` if all values are null.
 * @see https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO
 */
function arrayLiteral<R>(rows: readonly R[], valueAt: (row: R) => ArrayItem): string {
  let items = "";
  let isNull = true;
  for (const row of rows) {
    const value = valueAt(row);
    if (value !== null) isNull = false;
    items += `${items === "" ? "" : ","}${itemText(value)}`;
  }
  return isNull ? "{}" : `{${items}}`;
}

/** JSON is sent as text and cast by the server, because the drivers disagree on how to send a string as JSON. */
export const jsonParameter = (value: unknown): SQL => jsonText(JSON.stringify(value));

/** A JSON value that is already text. */
export const jsonText = (text: string): SQL => sql`${sql.param(text)}::text::jsonb`;
