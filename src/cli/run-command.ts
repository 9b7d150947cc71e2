import { readFileSync } from "node:fs";
import { type Command, CommanderError, type Option } from "commander";
import { packageFile } from "../server/config/project-root.ts";
import { reportFailure } from "./failure/command-failure.ts";
import { takesList } from "./output/option-values.ts";
import { brokenOutput, type OutputSettings, withOutputSettings } from "./output/printing.ts";
import { createProgram } from "./program.ts";

/**
 * A hint for a value that was meant for the option before it: `--by audio-type level`. Null if no option that takes several
 * values is followed by two words.
 */
function commaHint(program: Command, args: readonly string[]): string | null {
  const lists = listOptions(program);
  for (const [index, flag] of args.entries()) {
    const option = lists.find(({ long, short }) => flag === long || flag === short);
    const values = args.slice(index + 1, index + 3).filter((word) => !word.startsWith("-"));
    if (option === undefined || values.length < 2) continue;
    // Of `--audio music, speech`, the first word ends with a comma.
    const words = values.map((value) => value.replace(/^,|,$/g, ""));
    return `Several values of an option are written with commas: ${flag} ${words.join(",")}`;
  }
  return null;
}

/** A hint for fields after a `--json` that takes none, as that of `omnidex run`. Null for other command lines. */
function fieldsHint(args: readonly string[]): string | null {
  const value = args[args.indexOf("--json") + 1];
  if (!args.includes("--json") || value === undefined || value.startsWith("-")) return null;
  return "--json of this command takes no fields, and prints the whole object.";
}

const listOptions = ({ options, commands }: Command): readonly Option[] => [
  ...options.filter(takesList),
  ...commands.flatMap(listOptions),
];

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
