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

/**
 * Runs one command line until it ends, and prints a failure to stderr.
 * @param args without the names of Node and of the program
 * @param begins called with the command before it starts
 * @returns the exit code
 */
export async function runCommandLine(args: readonly string[], begins: (command: Command) => void): Promise<number> {
  let options = {};
  try {
    const program = createProgram(version());
    program.hook("preAction", (_, command) => {
      begins(command);
      options = command.opts();
    });
    await program.parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    return reportFailure(error, options);
  }
}
