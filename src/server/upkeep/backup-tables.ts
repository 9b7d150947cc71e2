import { getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { OmnidexError } from "../../domain/errors.ts";
import { isNumberedInTurn } from "../conditions/row-numbers.ts";
import type { Queryable } from "../db/database.ts";
import {
  apiKeys,
  auditLog,
  declaredSlices,
  maintainers,
  repeatableCalls,
  submissionCounts,
  submissionQuotas,
} from "../db/tables/access-tables.ts";
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
} from "../db/tables/benchmark-tables.ts";
import {
  boardSplits,
  challenges,
  concealedRuns,
  finalBoards,
  mergedOwners,
  pseudonyms,
  signingKeys,
} from "../db/tables/challenge-tables.ts";
import { itemSnapshots, itemStatistics, itemSubsets } from "../db/tables/item-tables.ts";
import { judgements, judgeTasks } from "../db/tables/judge-tables.ts";
import { errorLabels, externalScores, keyReviews } from "../db/tables/review-tables.ts";
import { models, predictions, publishedResults, runs, scores, seeds } from "../db/tables/run-tables.ts";
import { int, list, nullable, type RowOf, text, textList, typed } from "../db/typed-sql.ts";

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
  keyReviews,
  media,
  models,
  runs,
  predictions,
  scores,
  errorLabels,
  externalScores,
  judgements,
  judgeTasks,
  publishedResults,
  seeds,
  apiKeys,
  repeatableCalls,
  maintainers,
  submissionQuotas,
  submissionCounts,
  declaredSlices,
  auditLog,
  challenges,
  boardSplits,
  itemSnapshots,
  itemStatistics,
  itemSubsets,
  finalBoards,
  signingKeys,
  pseudonyms,
  concealedRuns,
  mergedOwners,
];

/** All tables of this version, each after the tables that it references. */
export const BACKUP_TABLES: readonly string[] = TABLES.map(getTableName);

const storedColumn = {
  name: text(sql`a.attname`),
  /** As `format_type` writes it: for example, `text[]`. */
  type: text(sql`format_type(a.atttypid, a.atttypmod)`),
  /** The place in the primary key, from 1; 0 for a column outside of it. */
  key: int(sql`coalesce(array_position(i.indkey::int[], a.attnum::int) + 1, 0)`),
  /** The sequence that numbers the column, if any. */
  sequence: nullable(
    text(sql`case when a.attidentity <> '' or a.atthasdef
      then pg_get_serial_sequence(quote_ident(t.name), a.attname) end`),
  ),
};

/** A stored column. Generated columns are left out. */
type StoredColumn = RowOf<typeof storedColumn>;

export interface StoredTable {
  readonly name: string;
  readonly columns: readonly StoredColumn[];
}

/** The tables of `BACKUP_TABLES` that the database has, in that order. */
export async function fetchStoredTables(database: Queryable): Promise<readonly StoredTable[]> {
  const tables: StoredTable[] = [];
  for (const name of BACKUP_TABLES) {
    const columns = await fetchColumns(database, name);
    if (columns.length > 0) tables.push({ name, columns });
  }
  return tables;
}

const fetchColumns = (database: Queryable, table: string): Promise<StoredColumn[]> =>
  database.query(typed`
    select ${list(storedColumn)} from (select ${table}::text as name) t join pg_attribute a on a.attrelid = to_regclass(quote_ident(t.name))
      left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
    where a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by a.attnum`);

/** Sets the formats of text output, so that the texts are exact and can be read by any session. */
export async function setTextFormats(tx: Queryable): Promise<void> {
  await tx.query(sql`set local timezone = 'UTC'`);
  await tx.query(sql`set local datestyle = 'ISO, YMD'`);
  await tx.query(sql`set local bytea_output = 'hex'`);
  await tx.query(sql`set local extra_float_digits = 1`);
}

/** The place of a page of rows, and the maximum number of its rows. */
interface PagePlace {
  /** The primary key of the row before the page; null for the first page. */
  readonly after: readonly string[] | null;
  readonly limit: number;
}

/** Rows, each a JSON array of texts and nulls. */
interface RowPage {
  readonly lines: readonly string[];
  /** The place of the next page. */
  readonly next: PagePlace;
}

const MOST_ROWS = 2_000;
/** The target size of a page, in characters. */
const PAGE_LENGTH = 2 ** 22;

/**
 * The most bytes of a page, not counting its last row. The limit on rows is not enough, because long rows may follow
 * many short rows.
 */
const MOST_BYTES = 2 ** 25;

/**
 * The first page is short, because a row may have a million characters. The limits of later pages depend on the length
 * of the rows that were read.
 */
export const FIRST_PAGE: PagePlace = { after: null, limit: 20 };

/** A page of a table's rows after a primary key, in the order of primary keys. Empty at the end of the table. */
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
  const keyTexts = sql.join(
    key.map((column) => sql`${sql.identifier(column.name)}::text`),
    sql`, `,
  );
  const rows = await tx.query(typed`
    select ${list({ line: text(sql`line`), key: textList(sql`array[${keyTexts}]`) })} from (
      select *, sum(octet_length(line)) over (order by ${names} rows unbounded preceding) - octet_length(line) as before
      from (
        select json_build_array(${texts})::text as line, ${names} from ${sql.identifier(name)}
        where ${after === null ? sql`true` : sql`(${names}) > (${values(after)})`}
        order by ${names} limit ${limit}::int) page) pages
    where before < ${MOST_BYTES}::int order by ${names}`);
  const lines = rows.map(({ line }) => line);
  return { lines, next: { after: rows.at(-1)?.key ?? null, limit: nextLimit(lines, limit) } };
}

/**
 * The limit of the next page: the number of rows of the average length that fit a page, and at most four times the
 * previous limit.
 */
function nextLimit(lines: readonly string[], limit: number): number {
  const length = lines.reduce((sum, line) => sum + line.length, 0);
  const fitting = Math.floor((PAGE_LENGTH * lines.length) / Math.max(1, length));
  return Math.max(1, Math.min(MOST_ROWS, 4 * limit, fitting));
}

/** The last value of a sequence, as text; null for an unused sequence. */
export async function fetchSequence(tx: Queryable, sequence: string): Promise<string | null> {
  const last = nullable(text(sql`pg_sequence_last_value(${sequence}::text::regclass)`));
  const [row] = await tx.query(typed`select ${list({ last })}`);
  return row?.last ?? null;
}

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
