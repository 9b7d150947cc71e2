import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { packageFile } from "../server/project-root.ts";
import { reportFailure } from "./failure.ts";
import { createProgram } from "./program.ts";

/** This program's own version. */
function version(): string {
  const { version: own } = JSON.parse(readFileSync(packageFile(), "utf8")) as { version: string };
  return own;
}

/** Who reads has had enough, as in `omnidex questions | head`: that is no failure. */
function endQuietlyOnClosedPipe(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
}

/** An interrupt ends a command at once. The server has its own way, in order. */
function endOnInterrupt(command: Command): void {
  if (command.name() !== "serve") process.once("SIGINT", () => process.exit(130));
}

endQuietlyOnClosedPipe();
try {
  const program = createProgram(version());
  program.hook("preAction", (_, command) => endOnInterrupt(command));
  await program.parseAsync();
} catch (error) {
  process.exitCode = reportFailure(error);
}
