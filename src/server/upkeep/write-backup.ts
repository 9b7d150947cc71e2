import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { OmnidexError } from "../../domain/errors.ts";
import { inSnapshot } from "../benchmarks/benchmark-locks.ts";
import type { Database, Queryable } from "../db/database.ts";
import { appliedMigrations, refuseNewerDatabase } from "../db/migrations.ts";
import { BACKUP_VERSION, type BackupHeader, type BackupReport, type EndLine, type TableLine } from "./backup-format.ts";
import {
  FIRST_PAGE,
  fetchRows,
  fetchSequence,
  fetchStoredTables,
  type StoredTable,
  setTextFormats,
} from "./backup-tables.ts";
import { refuseHalfDistributed } from "./distribution-queries.ts";

/**
 * Writes one snapshot of a whole database into a file that only its owner can read. On failure, no file remains.
 * @param omnidex the version of this program
 * @throws `CONFLICT` for a database that has no tables, was migrated by a newer version, or is partly distributed
 */
export async function writeBackup(database: Database, file: string, omnidex: string): Promise<BackupReport> {
  const report = { tables: 0, rows: 0 };
  try {
    await inSnapshot(database, async (tx) => {
      const lines = Readable.from(backupLines(tx, database.engine, omnidex, report), { objectMode: true });
      await pipeline(lines, createGzip({ level: 4 }), createWriteStream(file, { mode: 0o600, flags: "w" }));
    });
    return report;
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

async function* backupLines(
  tx: Queryable,
  engine: Database["engine"],
  omnidex: string,
  report: { tables: number; rows: number },
): AsyncGenerator<string> {
  const hash = createHash("sha256");
  const hashed = (text: string): string => {
    hash.update(text);
    return text;
  };
  yield hashed(`${JSON.stringify(await header(tx, engine, omnidex))}\n`);
  await setTextFormats(tx);
  for (const table of await fetchStoredTables(tx)) {
    report.tables += 1;
    yield hashed(`${JSON.stringify(await tableLine(tx, table))}\n`);
    for (let page = await fetchRows(tx, table, FIRST_PAGE); page.lines.length > 0; ) {
      report.rows += page.lines.length;
      yield hashed(`${page.lines.join("\n")}\n`);
      page = await fetchRows(tx, table, page.next);
    }
  }
  const end: EndLine = { end: true, rows: report.rows, sha256: hash.digest("hex") };
  yield `${JSON.stringify(end)}\n`;
}

async function header(tx: Queryable, engine: Database["engine"], omnidex: string): Promise<BackupHeader> {
  await refuseNewerDatabase(tx);
  await refuseHalfDistributed(tx);
  const migrations = await appliedMigrations(tx);
  if (migrations.length === 0)
    throw new OmnidexError("CONFLICT", "The database has no tables of Omnidex: there is nothing to back up.");
  const createdAt = new Date().toISOString();
  return { format: "omnidex-backup", version: BACKUP_VERSION, omnidex, createdAt, engine, migrations };
}

async function tableLine(tx: Queryable, { name, columns }: StoredTable): Promise<TableLine> {
  const sequences: Record<string, string | null> = {};
  for (const column of columns)
    if (column.sequence !== null) sequences[column.name] = await fetchSequence(tx, column.sequence);
  return { table: name, columns: columns.map((column) => column.name), sequences };
}
