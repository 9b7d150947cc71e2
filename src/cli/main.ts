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

/** Exits quietly if the reader closes the pipe, as in `omnidex questions | head`. */
function endQuietlyOnClosedPipe(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
}

/** Ends a command at once on an interrupt. `serve` is excluded, because it shuts down gracefully. */
function endOnInterrupt(command: Command): void {
  if (command.name() !== "serve") process.once("SIGINT", () => process.exit(130));
}

endQuietlyOnClosedPipe();
let options = {};
try {
  const program = createProgram(version());
  program.hook("preAction", (_, command) => {
    endOnInterrupt(command);
    options = command.opts();
  });
  await program.parseAsync();
} catch (error) {
  process.exitCode = reportFailure(error, options);
}
