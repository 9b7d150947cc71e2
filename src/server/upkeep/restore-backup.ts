import { badInput, OmnidexError } from "../../domain/errors.ts";
import { lockInitialData } from "../benchmarks/benchmark-locks.ts";
import { prepareBulkWrites } from "../benchmarks/benchmark-writes.ts";
import { settleQuestions } from "../benchmarks/question-writes.ts";
import type { Database, Queryable } from "../db/database.ts";
import {
  type AppliedMigration,
  appliedMigrations,
  knownMigrations,
  type Migration,
  refuseNewerDatabase,
  runMigrations,
} from "../db/migrations.ts";
import { type BackupHeader, readBackup, type TableLine, verifyBackup } from "./backup-format.ts";
import {
  analyzeTables,
  dropTables,
  emptyTables,
  fetchStoredTables,
  filledTables,
  insertRows,
  refuseServedDatabase,
  type StoredTable,
  setSequence,
  setTextFormats,
} from "./backup-tables.ts";
import { refuseHalfDistributed } from "./distribution-queries.ts";

export interface RestoreReport {
  readonly tables: number;
  readonly rows: number;
  /** How many migrations are newer than the backup. */
  readonly migrated: number;
  readonly createdAt: string;
}

const MOST_BYTES = 2 ** 22;

/**
 * Restores a backup into a database in one transaction: all of it, or nothing. A backup of an older version is
 * migrated.
 * @param replace delete the existing rows first; otherwise, a database with rows is refused
 * @throws `BAD_USER_INPUT` for a file that is not a complete backup, or is of a newer version, before anything is
 *   written; `CONFLICT` for a database that has rows, is in use by a server, was migrated by a newer version, or is
 *   partly distributed
 */
export async function restoreBackup(database: Database, file: string, replace: boolean): Promise<RestoreReport> {
  const { header } = await verifyBackup(file);
  const later = migrationsAfter(file, header);
  return database.transaction(async (tx) => {
    await prepareBulkWrites(tx);
    await setTextFormats(tx);
    await lockInitialData(tx);
    await refuseServedDatabase(tx);
    await refuseNewerDatabase(tx);
    await refuseHalfDistributed(tx);
    await makeRoom(tx, replace, header.migrations);
    const loaded = await load(tx, file);
    await runMigrations(tx, later);
    await settleQuestions(tx);
    await analyzeTables(tx);
    return { ...loaded, migrated: later.length, createdAt: header.createdAt };
  });
}

/** This version's migrations that are newer than the backup. */
function migrationsAfter(file: string, { migrations, omnidex }: BackupHeader): readonly Migration[] {
  const known = knownMigrations();
  const differs = migrations.findIndex(
    ({ when, hash }, index) => known[index]?.when !== when || known[index]?.hash !== hash,
  );
  if (differs >= known.length || migrations.length > known.length)
    throw badInput(
      `'${file}' was written by a newer version of Omnidex (${omnidex}): it has ${migrations.length} migrations, but this version has ` +
        `${known.length}. Restore it with that version. Nothing was written.`,
    );
  if (differs !== -1)
    throw badInput(
      `Migration ${differs + 1} of '${file}' differs from the one in this version of Omnidex. Restore the file with the version that ` +
        `wrote it (${omnidex}). Nothing was written.`,
    );
  return known.slice(migrations.length);
}

/** Empties the tables. If their schema differs from the backup's, recreates them with the backup's schema. */
async function makeRoom(tx: Queryable, replace: boolean, migrations: readonly AppliedMigration[]): Promise<void> {
  const filled = await filledTables(tx);
  if (filled.length > 0 && !replace)
    throw new OmnidexError(
      "CONFLICT",
      `The database is not empty (${filled.slice(0, 3).join(", ")}). Restore into an empty database, or replace everything with --replace.`,
    );
  const applied = await appliedMigrations(tx);
  const same =
    applied.length === migrations.length && applied.every(({ hash }, index) => hash === migrations[index]?.hash);
  if (same) return emptyTables(tx);
  await dropTables(tx);
  await runMigrations(tx, knownMigrations().slice(0, migrations.length));
}

async function load(tx: Queryable, file: string): Promise<{ tables: number; rows: number }> {
  const stored = new Map((await fetchStoredTables(tx)).map((table) => [table.name, table]));
  const counts = { tables: 0, rows: 0 };
  let loading: { readonly line: TableLine; readonly table: StoredTable } | null = null;
  let rows: string[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    if (loading !== null) await insertRows(tx, loading.table, rows);
    counts.rows += rows.length;
    rows = [];
    bytes = 0;
  };
  const finish = async (): Promise<void> => {
    await flush();
    for (const [column, last] of Object.entries(loading?.line.sequences ?? {}))
      if (loading !== null) await setSequence(tx, loading.table.name, column, last);
  };
  for await (const part of readBackup(file)) {
    if (part.kind === "row") {
      rows.push(part.line);
      bytes += part.line.length;
      if (bytes >= MOST_BYTES) await flush();
    } else if (part.kind === "table") {
      await finish();
      loading = { line: part.table, table: target(file, part.table, stored) };
      counts.tables += 1;
    }
  }
  await finish();
  return counts;
}

/** The table with the columns that the backup lists. They must exist in the database: their names come from a file. */
function target(file: string, { table, columns }: TableLine, stored: ReadonlyMap<string, StoredTable>): StoredTable {
  const found = stored.get(table);
  const known = new Map(found?.columns.map((column) => [column.name, column]));
  const chosen = columns.flatMap((name) => known.get(name) ?? []);
  if (found === undefined || chosen.length !== columns.length || new Set(columns).size !== columns.length)
    throw badInput(`'${file}' has a table '${String(table).slice(0, 80)}' that its version of Omnidex does not have.`);
  return { name: found.name, columns: chosen };
}
