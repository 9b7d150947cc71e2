/**
 * Runs a command with `TEST_DATABASE_URL` set to a new PostgreSQL server, which ends with it:
 * `tsx scripts/with-postgres.ts vitest run`. Its exit code is the command's.
 */
import { spawn } from "node:child_process";
import { startTemporaryPostgres } from "./temporary-postgres.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Waits for the command; a signal meant for this process is passed on to it, so that the server can be ended after. */
async function run(command: readonly string[], url: string): Promise<number> {
  const [program = "", ...args] = command;
  const child = spawn(program, args, { stdio: "inherit", env: { ...process.env, TEST_DATABASE_URL: url } });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  return new Promise((done, failed) => {
    child.once("error", failed);
    child.once("exit", (code) => done(code ?? 1));
  });
}

const command = process.argv.slice(2);
if (command.length === 0) {
  console.error("Usage: tsx scripts/with-postgres.ts <command> [argument…]");
  process.exit(2);
}
const postgres = await startTemporaryPostgres();
try {
  process.exitCode = await run(command, postgres.url);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await postgres.stop();
}
