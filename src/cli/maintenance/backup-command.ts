import { Command } from "commander";

export const backupCommand = (): Command =>
  new Command("backup")
    .description("write everything in the database to a file, while it is in use")
    .argument("<file>", "a new file: omnidex.backup.gz")
    .option("--force", "write over a file that is there")
    .option("--json", "print the report as JSON")
    .addHelpText("after", ABOUT_BACKUP)
    .action(async (file: string, options: { force?: boolean; json?: boolean }) => {
      const { backup } = await import("./backup.ts");
      await backup(file, options);
    });

export const restoreCommand = (): Command =>
  new Command("restore")
    .description("restore a backup into an empty database: all of it, or nothing")
    .argument("<file>", "what 'omnidex backup' wrote, with either engine")
    .option("--replace", "delete everything in the database first")
    .option("--json", "print the report as JSON")
    .addHelpText("after", ABOUT_RESTORE)
    .action(async (file: string, options: { replace?: boolean; json?: boolean }) => {
      const { restore } = await import("./backup.ts");
      await restore(file, options);
    });

const ABOUT_BACKUP = `
It goes through the server of OMNIDEX_URL, else the one that serves the data folder, else into the database itself. The file holds
all runs, private ones too, and the hashes of API keys: only its owner may read it.

Examples:
  $ omnidex backup omnidex.backup.gz
  $ DATABASE_URL=postgres://… omnidex backup omnidex.backup.gz`;

const ABOUT_RESTORE = `
No server may use the database meanwhile. A backup of an older version is migrated; one of a newer version is refused.

Examples:
  $ OMNIDEX_DATA_DIR=/srv/omnidex omnidex restore omnidex.backup.gz
  $ DATABASE_URL=postgres://… omnidex restore omnidex.backup.gz`;
