import { Command } from "commander";

export const backupCommand = (): Command =>
  new Command("backup")
    .description("write everything in the database to a file, even while a server uses it")
    .argument("<file>", "a new file: omnidex.backup.gz")
    .option("--force", "overwrite an existing file")
    .option("--json", "print the report as JSON")
    .addHelpText("after", ABOUT_BACKUP)
    .action(async (file: string, options: { force?: boolean; json?: boolean }) => {
      const { backup } = await import("./backup.ts");
      await backup(file, options);
    });

export const restoreCommand = (): Command =>
  new Command("restore")
    .description("restore a backup into an empty database: all of it or nothing")
    .argument("<file>", "a file from 'omnidex backup', of the embedded database or of PostgreSQL")
    .option("--replace", "delete everything in the database first")
    .option("--json", "print the report as JSON")
    .addHelpText("after", ABOUT_RESTORE)
    .action(async (file: string, options: { replace?: boolean; json?: boolean }) => {
      const { restore } = await import("./backup.ts");
      await restore(file, options);
    });

const ABOUT_BACKUP = `
The backup goes through the server of OMNIDEX_URL, else the one that serves the data folder, else directly to the database.
The file holds all runs, including private ones, and the hashes of API keys, so only you can read it.

Examples:
  $ omnidex backup omnidex.backup.gz
  $ DATABASE_URL=postgres://… omnidex backup omnidex.backup.gz`;

const ABOUT_RESTORE = `
No server may use the database meanwhile. A backup from an older version is migrated; a backup from a newer version is refused.

Examples:
  $ OMNIDEX_DATA_DIR=/srv/omnidex omnidex restore omnidex.backup.gz
  $ DATABASE_URL=postgres://… omnidex restore omnidex.backup.gz`;
