import type { Command } from "commander";
import { runCommandLine } from "./run-command.ts";

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
process.exitCode = await runCommandLine(process.argv.slice(2), endOnInterrupt);
