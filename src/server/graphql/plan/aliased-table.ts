import { getTableName, type SQL, sql } from "drizzle-orm";
import { alias, type PgTable } from "drizzle-orm/pg-core";

const ORIGINALS = new WeakMap<PgTable, PgTable>();

/** The table under an alias, which qualifies its columns in a statement. */
export function aliasedTable<T extends PgTable>(table: T, name: string): T {
  // An aliased table has the columns of its table, under another name.
  const aliased = alias(table, name) as unknown as T;
  ORIGINALS.set(aliased, table);
  return aliased;
}

/** The alias as a quoted identifier: `"t1"`. */
export const aliasName = (row: PgTable): SQL => sql`${sql.identifier(getTableName(row))}`;

/** The table and its alias for a FROM clause: `"questions" "t1"`. Drizzle itself would render only the alias. */
export function tableSource(row: PgTable): SQL {
  const original = ORIGINALS.get(row) ?? row;
  return sql`${sql.identifier(getTableName(original))} ${aliasName(row)}`;
}
