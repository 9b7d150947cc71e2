/**
 * Runs a command with `TEST_DATABASE_URL` set to a new PostgreSQL server, which ends with it:
 * `tsx scripts/with-postgres.ts vitest run`. Its exit code is the command's.
 */
import { runCommand } from "./run-command.ts";
import { startTemporaryPostgres } from "./temporary-postgres.ts";

const command = process.argv.slice(2);
if (command.length === 0) {
  console.error("Usage: tsx scripts/with-postgres.ts <command> [argument…]");
  process.exit(2);
}
const postgres = await startTemporaryPostgres();
try {
  process.exitCode = await runCommand(command, { TEST_DATABASE_URL: postgres.url });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await postgres.stop();
}
