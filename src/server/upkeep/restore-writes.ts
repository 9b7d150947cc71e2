import { sql } from "drizzle-orm";
import { OmnidexError } from "../../domain/errors.ts";
import { isNumberedInTurn } from "../conditions/row-numbers.ts";
import type { Queryable } from "../db/database.ts";
import { BACKUP_TABLES, fetchStoredTables, type StoredTable } from "./backup-tables.ts";

/**
 * Refuses a database that a server uses: the server's caches would keep the rows from before the restore.
 * @throws `CONFLICT`
 */
export async function refuseServedDatabase(tx: Queryable): Promise<void> {
  const rows = await tx.query(sql`
    select from pg_stat_activity where datname = current_database() and application_name = 'omnidex changes' limit 1`);
  if (rows.length > 0)
    throw new OmnidexError(
      "CONFLICT",
      "A server is connected to this database: stop it before the restore, and start it again afterwards.",
    );
}

/** The names of the tables that have rows. */
export async function filledTables(tx: Queryable): Promise<readonly string[]> {
  const filled: string[] = [];
  for (const { name } of await fetchStoredTables(tx)) {
    const rows = await tx.query(sql`select 1 from ${sql.identifier(name)} limit 1`);
    if (rows.length > 0) filled.push(name);
  }
  return filled;
}

const allTables = async (tx: Queryable) =>
  sql.join(
    (await fetchStoredTables(tx)).map(({ name }) => sql.identifier(name)),
    sql`, `,
  );

/** Empties all tables. The trigger that keeps the audit log append-only is disabled while the tables are emptied. */
export async function emptyTables(tx: Queryable): Promise<void> {
  const hasLog = (await fetchStoredTables(tx)).some(({ name }) => name === "audit_log");
  if (hasLog) await tx.query(sql`alter table audit_log disable trigger audit_log_append_only`);
  await tx.query(sql`truncate ${await allTables(tx)}`);
  if (hasLog) await tx.query(sql`alter table audit_log enable trigger audit_log_append_only`);
}

/** Drops all tables and the record of the migrations. */
export async function dropTables(tx: Queryable): Promise<void> {
  if ((await fetchStoredTables(tx)).length > 0) await tx.query(sql`drop table ${await allTables(tx)} cascade`);
  await tx.query(sql`drop function if exists prediction_count_of(integer, text[])`);
  await tx.query(sql`drop function if exists audit_log_append_only()`);
  await tx.query(sql`drop table if exists drizzle.__drizzle_migrations`);
}

/** Inserts rows. Each line is a JSON array with the texts of the columns. */
export async function insertRows(
  tx: Queryable,
  { name, columns }: StoredTable,
  lines: readonly string[],
): Promise<void> {
  if (lines.length === 0) return;
  const names = sql.join(
    columns.map((column) => sql.identifier(column.name)),
    sql`, `,
  );
  const values = sql.join(
    columns.map(({ type }, index) => sql`(x.item ->> ${sql.raw(String(index))})::${sql.raw(type)}`),
    sql`, `,
  );
  await tx.query(sql`
    insert into ${sql.identifier(name)} (${names}) overriding system value
    select ${values} from jsonb_array_elements(${`[${lines.join(",")}]`}::text::jsonb) as x(item)`);
}

/** Sets a sequence to its last value in the backup, or to the highest sequential number in its column if higher. */
export async function setSequence(tx: Queryable, table: string, column: string, last: string | null): Promise<void> {
  const id = sql`${sql.identifier(column)}`;
  await tx.query(sql`
    select setval(seq::regclass, greatest(highest, ${last ?? "0"}::text::bigint))
    from (select pg_get_serial_sequence(quote_ident(${table}::text), ${column}::text) as seq,
      (select max(${id}) from ${sql.identifier(table)} where ${isNumberedInTurn(table, id)}) as highest) one
    where seq is not null and greatest(highest, ${last ?? "0"}::text::bigint) > 0`);
}

/** Updates the planner's statistics of all tables. */
export async function analyzeTables(tx: Queryable): Promise<void> {
  for (const name of BACKUP_TABLES) await tx.query(sql`analyze ${sql.identifier(name)}`);
}
