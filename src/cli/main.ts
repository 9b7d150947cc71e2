import type { Command } from "commander";
import { runCommandLine } from "./run-command.ts";

/**
 * Keeps a stream that breaks from ending the process with a stack trace. Whoever writes to stdout gets the error; what
 * cannot be written to stderr is lost.
 */
function surviveBrokenStreams(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}

/** Ends a command at once on a signal, without its drafts. `serve` is excluded, because it shuts down gracefully. */
function endOnSignal(command: Command): void {
  if (command.name() === "serve") return;
  process.once("SIGINT", () => process.exit(130));
  process.once("SIGTERM", () => process.exit(143));
}

surviveBrokenStreams();
process.exitCode = await runCommandLine(process.argv.slice(2), endOnSignal);
