import type { Command, Option } from "commander";

/**
 * A hint for a value that was meant for the option before it: `--by audio-type level`. Null if no option that takes several
 * values is followed by two words.
 */
export function commaHint(program: Command, args: readonly string[]): string | null {
  const lists = listOptions(program);
  for (const [index, flag] of args.entries()) {
    const option = lists.find(({ long, short }) => flag === long || flag === short);
    const values = args.slice(index + 1, index + 3).filter((word) => !word.startsWith("-"));
    if (option !== undefined && values.length === 2)
      return `Several values of an option are written with commas: ${flag} ${values.join(",")}`;
  }
  return null;
}

/** A hint for fields after a `--json` that takes none, as that of `omnidex run`. Null for other command lines. */
export function fieldsHint(args: readonly string[]): string | null {
  const value = args[args.indexOf("--json") + 1];
  if (!args.includes("--json") || value === undefined || value.startsWith("-")) return null;
  return "--json of this command takes no fields, and prints the whole object.";
}

/** The options whose description says that they take values with commas. */
const listOptions = ({ options, commands }: Command): readonly Option[] => [
  ...options.filter(({ description }) => description.includes("comma")),
  ...commands.flatMap(listOptions),
];
