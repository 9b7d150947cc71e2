import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";

/** SQL text with its parameters: what a driver takes. */
export interface Statement {
  readonly text: string;
  readonly params: readonly unknown[];
}

const dialect = new PgDialect({ casing: "snake_case" });

/** Renders a composed `sql` template for a driver. */
export function toStatement(query: SQL): Statement {
  const rendered = dialect.sqlToQuery(query);
  return { text: rendered.sql, params: rendered.params };
}

/*
 * A list is always one parameter. Drizzle's own `inArray` writes one parameter per item, so that each length is another
 * prepared statement.
 */
export const textArray = (values: readonly string[]): SQL => sql`${sql.param([...values])}::text[]`;
export const integerArray = (values: readonly number[]): SQL => sql`${sql.param([...values])}::integer[]`;

/** By way of text: postgres.js takes an array that begins with a boolean for a single boolean. */
export const booleanArray = (values: readonly boolean[]): SQL => sql`${textArray(values.map(String))}::boolean[]`;

/** JSON goes as text and is cast by the server: the drivers do not agree on how to send a string as JSON. */
export const jsonParameter = (value: unknown): SQL => sql`${sql.param(JSON.stringify(value))}::text::jsonb`;
