import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { OmnidexError } from "../../../domain/errors.ts";
import {
  fetchRows,
  fetchSequence,
  fetchStoredTables,
  type StoredTable,
  setTextFormats,
} from "../../data/backup/backup-tables.ts";
import { inSnapshot } from "../../data/snapshot.ts";
import type { Database, Queryable } from "../../db/database.ts";
import { appliedMigrations } from "../../db/migrations.ts";
import { BACKUP_VERSION, type BackupHeader, type BackupReport, type EndLine, type TableLine } from "./backup-format.ts";

/**
 * Writes everything in a database, as one snapshot shows it, into a file that only its owner may read. The file appears under
 * its name when it is whole.
 * @param omnidex the version of this program
 * @throws `CONFLICT` for a database without tables
 */
export async function writeBackup(database: Database, file: string, omnidex: string): Promise<BackupReport> {
  const draft = `${file}.part`;
  const report = { tables: 0, rows: 0 };
  try {
    await inSnapshot(database, async (tx) => {
      const lines = Readable.from(backupLines(tx, database.engine, omnidex, report), { objectMode: true });
      await pipeline(lines, createGzip({ level: 4 }), createWriteStream(draft, { mode: 0o600, flags: "w" }));
    });
    await synchronize(draft);
    await rename(draft, file);
    return report;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function synchronize(file: string): Promise<void> {
  const handle = await open(file, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
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
    for (let after: readonly string[] | null = null; ; ) {
      const { lines, next } = await fetchRows(tx, table, after);
      if (lines.length === 0) break;
      report.rows += lines.length;
      yield hashed(`${lines.join("\n")}\n`);
      after = next;
    }
  }
  const end: EndLine = { end: true, rows: report.rows, sha256: hash.digest("hex") };
  yield `${JSON.stringify(end)}\n`;
}

async function header(tx: Queryable, engine: Database["engine"], omnidex: string): Promise<BackupHeader> {
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
