import type postgres from "postgres";
import { parse } from "postgres-array";

/** The object ids of PostgreSQL's own array types never change. @see `pg_type.dat` of its sources */
const OIDS = { bool: 1000, int2: 1005, int4: 1007, text: 1009, varchar: 1015, int8: 1016, float4: 1021, float8: 1022 };

/** What arrays hold. */
export type ArrayItem = string | number | boolean | null;

const arrayType = (oid: number, read: (text: string) => ArrayItem): postgres.PostgresType<readonly ArrayItem[]> => ({
  to: oid,
  from: [oid],
  serialize: arrayText,
  parse: (text: string) => parse(text, read),
});

const asText = (text: string): string => text;

/**
 * The array types that statements use. postgres.js would ask each connection for all types that there are, and leave the
 * answer unawaited: a connection that is lost meanwhile ends the process.
 * @see https://github.com/porsager/postgres/blob/v3.4.9/src/connection.js, `fetchArrayTypes`
 */
export const ARRAY_TYPES: Record<string, postgres.PostgresType<readonly ArrayItem[]>> = {
  bool: arrayType(OIDS.bool, (text) => text === "t"),
  int2: arrayType(OIDS.int2, Number),
  int4: arrayType(OIDS.int4, Number),
  // As elsewhere: it may be larger than a number can hold.
  int8: arrayType(OIDS.int8, asText),
  text: arrayType(OIDS.text, asText),
  varchar: arrayType(OIDS.varchar, asText),
  float4: arrayType(OIDS.float4, Number),
  float8: arrayType(OIDS.float8, Number),
};

/** A list as PostgreSQL reads it. @see https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
function arrayText(items: readonly ArrayItem[]): string {
  return `{${items.map(itemText).join(",")}}`;
}

/** An item of it. */
export const itemText = (item: ArrayItem): string => (typeof item === "string" ? quoted(item) : String(item));

/** To look for the two characters one after the other is faster than any pattern. */
const quoted = (text: string): string =>
  `"${text.includes('"') || text.includes("\\") ? text.replace(/["\\]/g, "\\$&") : text}"`;
