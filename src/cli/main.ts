import { readFileSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { OmnidexError } from "../domain/errors.ts";
import { ConfigError } from "../server/config.ts";
import { packageFile } from "../server/project-root.ts";
import { importCommand } from "./import-command.ts";
import { migrateCommand } from "./migrate-command.ts";
import { serveCommand } from "./serve-command.ts";

/** Exit codes: the work failed, or the command line or a setting makes no sense. */
const FAILED = 1;
const BAD_USAGE = 2;

const program = new Command("omnidex")
  .description("An index of omni-modal video benchmarks with the answer key on the server.")
  .version(version())
  .addCommand(serveCommand())
  .addCommand(migrateCommand())
  .addCommand(importCommand())
  .showHelpAfterError();

for (const command of [program, ...program.commands]) command.exitOverride();

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = reportFailure(error);
}

/** This program's own version. */
function version(): string {
  const { version: own } = JSON.parse(readFileSync(packageFile(), "utf8")) as { version: string };
  return own;
}

/** Says what went wrong, and with which code to end. */
function reportFailure(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : BAD_USAGE;
  if (error instanceof ConfigError) {
    console.error(`omnidex: ${error.message}`);
    return BAD_USAGE;
  }
  if (error instanceof OmnidexError) {
    console.error(`omnidex: ${error.message}`);
    return FAILED;
  }
  console.error(`omnidex: ${plainMessage(error) ?? ""}`.trim());
  if (plainMessage(error) === null) console.error(error);
  return FAILED;
}

/** The message of an error of the system's that explains itself; null for one that needs its stack. */
function plainMessage(error: unknown): string | null {
  if (!(error instanceof Error && "code" in error)) return null;
  if (error.code === "EADDRINUSE")
    return `the port is taken (${error.message.replace(/^listen EADDRINUSE: address already in use /, "")}): set PORT to another, or end what listens there.`;
  if (error.code === "ECONNREFUSED")
    return `nothing answers at the address of the database or server (${error.message || error.code}).`;
  return typeof error.code === "string" ? error.message : null;
}
