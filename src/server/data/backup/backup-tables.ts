import { getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Queryable } from "../../db/database.ts";
import { apiKeys } from "../../db/tables/access-tables.ts";
import {
  answers,
  audioTypes,
  benchmarks,
  categories,
  keyRevisions,
  media,
  questions,
  releases,
  tasks,
  videos,
} from "../../db/tables/benchmark-tables.ts";
import {
  judgements,
  judgeTasks,
  models,
  predictions,
  publishedResults,
  runs,
  scores,
  seeds,
} from "../../db/tables/run-tables.ts";

const TABLES: readonly PgTable[] = [
  benchmarks,
  releases,
  categories,
  audioTypes,
  tasks,
  videos,
  questions,
  answers,
  keyRevisions,
  media,
  models,
  runs,
  predictions,
  scores,
  judgements,
  judgeTasks,
  publishedResults,
  seeds,
  apiKeys,
];

/** All tables of this version, each after those that it refers to. */
export const BACKUP_TABLES: readonly string[] = TABLES.map(getTableName);

/** A column that is stored: not one that the database computes. */
export interface StoredColumn {
  readonly name: string;
  /** As `format_type` writes it: `text[]`. */
  readonly type: string;
  /** Its place in the primary key, from 1; 0 for a column outside of it. */
  readonly key: number;
  /** Its values come from a sequence. */
  readonly sequence: string | null;
}

/** A table as the database has it. */
export interface StoredTable {
  readonly name: string;
  readonly columns: readonly StoredColumn[];
}

/** The tables of `BACKUP_TABLES` that are there, in that order. */
export async function fetchStoredTables(database: Queryable): Promise<readonly StoredTable[]> {
  const tables: StoredTable[] = [];
  for (const name of BACKUP_TABLES) {
    const columns = await fetchColumns(database, name);
    if (columns.length > 0) tables.push({ name, columns });
  }
  return tables;
}

const fetchColumns = (database: Queryable, table: string): Promise<StoredColumn[]> =>
  database.query<StoredColumn>(sql`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      coalesce(array_position(i.indkey::int[], a.attnum::int) + 1, 0)::int as key,
      case when a.attidentity <> '' or a.atthasdef then pg_get_serial_sequence(quote_ident(${table}::text), a.attname) end as sequence
    from pg_attribute a left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
    where a.attrelid = to_regclass(quote_ident(${table}::text)) and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    order by a.attnum`);

/** Makes texts of all types exact, and read alike wherever they are read. */
export async function setTextFormats(tx: Queryable): Promise<void> {
  await tx.query(sql`set local timezone = 'UTC'`);
  await tx.query(sql`set local datestyle = 'ISO, YMD'`);
  await tx.query(sql`set local bytea_output = 'hex'`);
  await tx.query(sql`set local extra_float_digits = 1`);
}

/** Where a page of rows begins, and how many rows it has at most. */
export interface PagePlace {
  /** The key of the row before; null at the beginning. */
  readonly after: readonly string[] | null;
  readonly limit: number;
}

/** Some rows, each a JSON array of texts and nulls. */
export interface RowPage {
  readonly lines: readonly string[];
  /** The place of the next page. */
  readonly next: PagePlace;
}

const MOST_ROWS = 2_000;
/** About what a page has, in characters. */
const PAGE_LENGTH = 2 ** 22;

/** What a page has at most, but for its last row, in bytes: rows may be long after many that are short. */
const MOST_BYTES = 2 ** 25;

/** A row may have a million characters: how many fit a page is known when some have been seen. */
export const FIRST_PAGE: PagePlace = { after: null, limit: 20 };

/** The rows of a table after a key, in its order; none at its end. */
export async function fetchRows(
  tx: Queryable,
  { name, columns }: StoredTable,
  { after, limit }: PagePlace,
): Promise<RowPage> {
  const key = columns.filter((column) => column.key > 0).sort((a, b) => a.key - b.key);
  const names = sql.join(
    key.map((column) => sql.identifier(column.name)),
    sql`, `,
  );
  const texts = sql.join(
    columns.map((column) => sql`${sql.identifier(column.name)}::text`),
    sql`, `,
  );
  const values = (from: readonly string[]): SQL =>
    sql.join(
      key.map(({ type }, index) => sql`${from[index] ?? ""}::text::${sql.raw(type)}`),
      sql`, `,
    );
  const rows = await tx.query<{ line: string; key: string[] }>(sql`
    select line, array[${sql.join(
      key.map((column) => sql`${sql.identifier(column.name)}::text`),
      sql`, `,
    )}] as key
    from (
      select *, sum(octet_length(line)) over (order by ${names} rows unbounded preceding) - octet_length(line) as before
      from (
        select json_build_array(${texts})::text as line, ${names} from ${sql.identifier(name)}
        where ${after === null ? sql`true` : sql`(${names}) > (${values(after)})`}
        order by ${names} limit ${limit}::int) page) pages
    where before < ${MOST_BYTES}::int order by ${names}`);
  const lines = rows.map(({ line }) => line);
  return { lines, next: { after: rows.at(-1)?.key ?? null, limit: nextLimit(lines, limit) } };
}

/** As many rows as fit a page where they go on as they were, and not more than four times as many as before. */
function nextLimit(lines: readonly string[], limit: number): number {
  const length = lines.reduce((sum, line) => sum + line.length, 0);
  const fitting = Math.floor((PAGE_LENGTH * lines.length) / Math.max(1, length));
  return Math.max(1, Math.min(MOST_ROWS, 4 * limit, fitting));
}

/** How far a sequence has come; null for one that nothing has been taken from. */
export async function fetchSequence(tx: Queryable, sequence: string): Promise<string | null> {
  const [row] = await tx.query<{ last: string | null }>(
    sql`select pg_sequence_last_value(${sequence}::text::regclass)::text as last`,
  );
  return row?.last ?? null;
}
