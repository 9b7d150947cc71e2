import { Command, InvalidArgumentError } from "commander";

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

export const checkCommand = (): Command =>
  new Command("check")
    .description("verify that the stored data is consistent: scores, counts, content hashes")
    .option("--json", "print a line of JSON for each finding, and a last one that counts what was checked")
    .addHelpText("after", EXAMPLES)
    .action(async (options: { json?: boolean }) => {
      const { check } = await import("./check.ts");
      await check(options.json === true);
    });

const EXAMPLES = `
The check goes through the server of OMNIDEX_URL, else the one that serves the data folder, else directly to the database. It changes
nothing. The exit code is 0 without findings and 1 with findings.

Examples:
  $ omnidex check
  $ DATABASE_URL=postgres://… omnidex check --json`;

export const distributeCommand = (): Command =>
  new Command("distribute")
    .description("spread the predictions over the workers of a Citus cluster")
    .option("--shards <number>", "how many shards to split them into", shardCount, 32)
    .addHelpText("after", EXPLANATION)
    .action(async ({ shards }: { readonly shards: number }) => {
      const { distribute } = await import("./migrate.ts");
      await distribute(shards);
    });

function shardCount(text: string): number {
  const shards = Number(text);
  if (!Number.isInteger(shards) || shards < 1 || shards > 10_000)
    throw new InvalidArgumentError("It takes a whole number from 1 to 10000.");
  return shards;
}

const EXPLANATION = `
DATABASE_URL names the coordinator, and no server may have the database open. The database may be empty
or filled. An interrupted run resumes where it stopped. The original rows are removed only once the shards hold
the same rows.

Examples:
  $ DATABASE_URL=postgres://omnidex@coordinator/omnidex omnidex distribute
  $ DATABASE_URL=postgres://omnidex@coordinator/omnidex omnidex distribute --shards 64`;

export const migrateCommand = (): Command =>
  new Command("migrate")
    .description("migrate the database to this version's tables")
    .action(async () => (await import("./migrate.ts")).migrate());
