import { createWriteStream } from "node:fs";
import { access, open, readFile, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { readConfig } from "../../server/config/config.ts";
import { packageFile } from "../../server/config/project-root.ts";
import type { BackupReport } from "../../server/upkeep/backup-format.ts";
import { findServer } from "../connection/fetch-from.ts";
import type { ServerConnection } from "../connection/server-connection.ts";
import { outputPlace, replaceFile } from "../output/output-file.ts";
import { missingFile, UsageError } from "../output/usage-error.ts";
import { existingDatabase, requestFile } from "./database-place.ts";
import { announceDatabase } from "./written-database.ts";

/** Writes a backup, then reads it back to verify its checksum. */
export async function backup(
  file: string,
  { force, json }: { readonly force?: boolean; readonly json?: boolean },
): Promise<void> {
  if (file === "-")
    throw new UsageError(
      "A backup goes to a file, not to standard output.",
      "The file is read again to verify its checksum.",
    );
  await requirePlain(file);
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere && force !== true)
    throw new UsageError(`'${file}' already exists.`, "Choose another name, or overwrite it with --force.");
  const server = await findServer(process.env);
  const report = await (server === null ? backupDatabase(file) : downloadBackup(server, file));
  const { size } = await stat(file);
  if (json) console.log(JSON.stringify({ file, bytes: size, ...report }, null, 2));
  else console.log(`${file}: ${report.rows} rows of ${report.tables} tables, ${size} bytes`);
}

async function requirePlain(file: string): Promise<void> {
  const { kind } = await outputPlace(file);
  if (kind === "FILE") return;
  throw new UsageError(`'${file}' is not a plain file.`, "A backup is read again to verify its checksum.");
}

async function backupDatabase(file: string): Promise<BackupReport> {
  const [{ openAsItIs }, { writeBackup }] = await Promise.all([
    import("../../server/main.ts"),
    import("../../server/upkeep/write-backup.ts"),
  ]);
  const { version } = JSON.parse(await readFile(packageFile(), "utf8")) as { version: string };
  // Opened without migrating, so that a backup taken before an upgrade holds the old version.
  const opened = await openAsItIs(await existingDatabase());
  try {
    return await whenVerified(file, (draft) => writeBackup(opened.database, draft, version));
  } finally {
    await opened.close();
  }
}

const downloadBackup = (server: ServerConnection, file: string): Promise<BackupReport> =>
  whenVerified(file, async (draft) => {
    await pipeline(
      await requestFile(server, "/maintenance/backup"),
      createWriteStream(draft, { mode: 0o600, flags: "wx" }),
    );
  });

/** Renames the draft to its final name once it is verified. An existing file of that name remains until then. */
async function whenVerified(file: string, write: (draft: string) => Promise<unknown>): Promise<BackupReport> {
  const { verifyBackup } = await import("../../server/upkeep/backup-format.ts");
  return replaceFile(file, async (draft) => {
    await write(draft);
    const { report } = await verifyBackup(draft);
    await synchronize(draft);
    return report;
  });
}

async function synchronize(file: string): Promise<void> {
  const handle = await open(file, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Restores a backup into the configured database. */
export async function restore(
  file: string,
  { replace, json }: { readonly replace?: boolean; readonly json?: boolean },
): Promise<void> {
  const [{ openAsItIs }, { restoreBackup }, { verifyBackup }] = await Promise.all([
    import("../../server/main.ts"),
    import("../../server/upkeep/restore-backup.ts"),
    import("../../server/upkeep/backup-format.ts"),
  ]);
  if ((await stat(file).catch(() => null)) === null) throw missingFile(file);
  // Verified before the data folder is created.
  await verifyBackup(file);
  const { database } = readConfig(process.env);
  await announceDatabase(database);
  const opened = await openAsItIs(database);
  try {
    const report = await restoreBackup(opened.database, file, replace === true);
    if (json) return console.log(JSON.stringify(report, null, 2));
    const migrated = report.migrated === 0 ? "" : `, migrated to this version (${report.migrated} migrations)`;
    console.log(`${report.rows} rows of ${report.tables} tables, as of ${report.createdAt}${migrated}`);
  } finally {
    await opened.close();
  }
}
