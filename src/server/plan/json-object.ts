import { type SQL, sql } from "drizzle-orm";

/** A key of a JSON object that a statement builds, with the expression of its value. */
export type JsonEntry = readonly [key: string, value: SQL];

/** PostgreSQL functions take at most 100 arguments, which is 50 entries. */
const ENTRIES_AT_ONCE = 50;

/** A JSON object of any number of entries. */
export function jsonObject(entries: readonly JsonEntry[]): SQL {
  if (entries.length <= ENTRIES_AT_ONCE) return sql`json_build_object(${pairs(entries)})`;
  const chunks = Array.from({ length: Math.ceil(entries.length / ENTRIES_AT_ONCE) }, (_, index) =>
    entries.slice(index * ENTRIES_AT_ONCE, (index + 1) * ENTRIES_AT_ONCE),
  );
  return sql`(${sql.join(
    chunks.map((chunk) => sql`jsonb_build_object(${pairs(chunk)})`),
    sql` || `,
  )})::json`;
}

const pairs = (entries: readonly JsonEntry[]): SQL =>
  sql.join(
    entries.map(([key, expression]) => sql`${literal(key)}, ${expression}`),
    sql`, `,
  );

/** GraphQL names and our own keys only: letters, digits, `_` and `$`. */
function literal(key: string): SQL {
  if (!/^[\w$]+$/.test(key)) throw new Error(`not a key: ${key}`);
  return sql.raw(`'${key}'`);
}
