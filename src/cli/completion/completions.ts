import type { Command } from "commander";
import { plainText } from "../../domain/printable-text.ts";
import { print } from "../output/printing.ts";
import { type CommandLinePlace, commandLinePlace } from "./command-line-place.ts";
import { type Completion, knownValues } from "./known-values.ts";

/**
 * The directives that follow the values. They say whether the shell also completes file names. The scripts of
 * @bomb.sh/tab expect them in cobra's format.
 */
const FILES = ":0";
const NO_FILES = ":4";
const FILE = /file|folder|path/;

/**
 * Prints the completions of the last word. The package that makes the scripts cannot compute them, because it does not
 * support comma-separated lists, files, or values from a server.
 */
export async function printCompletions(program: Command, words: readonly string[]): Promise<void> {
  const place = commandLinePlace(program, words);
  const values = await completionsOf(place);
  const lines = values
    .filter(([value]) => value.startsWith(place.word))
    .map(([value, description]) => `${place.before}${value}\t${plainText(description)}\n`);
  await print(`${lines.join("")}${takesFile(place) ? FILES : NO_FILES}\n`);
}

function takesFile({ option, argument, word }: CommandLinePlace): boolean {
  if (option !== null) return FILE.test(option.flags);
  return argument !== null && FILE.test(argument.name()) && !word.startsWith("-");
}

async function completionsOf(place: CommandLinePlace): Promise<readonly Completion[]> {
  const { command, option, argument, word } = place;
  if (option !== null) return option.argChoices?.map((value) => [value, ""] as const) ?? knownValues(option.long ?? "");
  if (word.startsWith("-")) return optionsOf(command);
  const commands = command.createHelp().visibleCommands(command);
  if (commands.length > 0) return commands.map((each) => [each.name(), each.description()] as const);
  if (argument === null) return [];
  if (argument.name() === "shell") return argument.description.split(", ").map((shell) => [shell, ""] as const);
  return argument.argChoices?.map((value) => [value, ""] as const) ?? knownValues(argument.name());
}

const optionsOf = (command: Command): readonly Completion[] =>
  command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long, description }) => (long ? [[long, description] as const] : []));
