import { readFileSync } from "node:fs";
import { type Command, CommanderError } from "commander";
import { packageFile } from "../server/config/project-root.ts";
import { commaHint, fieldsHint } from "./comma-hint.ts";
import { type OutputSettings, withOutputSettings } from "./output/output-settings.ts";
import { brokenOutput } from "./output/standard-output.ts";
import { createProgram } from "./program.ts";
import { reportFailure } from "./slice/command-failure.ts";

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
export const runCommandLine = (args: readonly string[], begins: (command: Command) => void): Promise<number> =>
  withOutputSettings((settings) => run(args, begins, settings));

async function run(
  args: readonly string[],
  begins: (command: Command) => void,
  settings: OutputSettings,
): Promise<number> {
  let options = {};
  let program: Command | undefined;
  try {
    program = createProgram(version());
    program.hook("preAction", (_, command) => {
      begins(command);
      options = command.opts();
      const { quiet, json } = command.opts();
      settings.quiet = quiet === true;
      // The option of `omnidex api` is its own: it selects from the response, not from what is printed.
      if (Array.isArray(json) && command.name() !== "api") settings.fields = json;
    });
    await program.parseAsync(args, { from: "user" });
    // Help and the lines of a server's start are written without waiting, so their failure shows only here.
    const broken = brokenOutput();
    return broken === null ? 0 : reportFailure(broken, options);
  } catch (error) {
    const hint =
      program !== undefined && error instanceof CommanderError && error.code === "commander.excessArguments"
        ? (commaHint(program, args) ?? fieldsHint(args))
        : null;
    if (hint !== null) console.error(hint);
    return reportFailure(error, options);
  }
}
