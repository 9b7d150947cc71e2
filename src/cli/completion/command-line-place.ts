import type { Argument, Command, Option } from "commander";

/** The role of the last word of a command line. */
export interface CommandLinePlace {
  readonly command: Command;
  /** The option that takes the word as its value; null if the word is not an option's value. */
  readonly option: Option | null;
  /** The argument of the command that the word stands for; null if the command takes no further argument. */
  readonly argument: Argument | null;
  /** The text typed so far. In a comma-separated list, only the text after the last comma. */
  readonly word: string;
  /** The text before `word` in the same shell word: `--audio=` or `speech,`. */
  readonly before: string;
}

/** Reads a command line up to its last word, which is being typed and may be empty. */
export function commandLinePlace(program: Command, words: readonly string[]): CommandLinePlace {
  let command = program;
  let positionals = 0;
  let open: Option | null = null;
  for (const word of words.slice(0, -1)) {
    if (takes(open, word)) {
      open = null;
    } else if (word.startsWith("-")) {
      open = word.includes("=") ? null : optionWithValue(command, word);
    } else {
      const inner: Command | undefined = positionals === 0 ? subcommand(command, word) : undefined;
      if (inner === undefined) positionals += 1;
      else command = inner;
    }
  }
  const last = words.at(-1) ?? "";
  return { command, ...lastWord(command, takes(open, last) ? open : null, positionals, last) };
}

/** Whether a word is the value of the option before it. A value that may be left out never begins with a dash. */
const takes = (option: Option | null, word: string): boolean =>
  option !== null && !(option.optional && word.startsWith("-"));

function lastWord(command: Command, open: Option | null, positionals: number, last: string) {
  if (open !== null) return { option: open, argument: null, ...afterCommas(last) };
  const equals = last.startsWith("--") ? last.indexOf("=") : -1;
  const named = equals < 0 ? null : optionWithValue(command, last.slice(0, equals));
  if (named !== null) {
    const { before, word } = afterCommas(last.slice(equals + 1));
    return { option: named, argument: null, word, before: last.slice(0, equals + 1) + before };
  }
  const { registeredArguments } = command;
  const lastArgument = registeredArguments.at(-1);
  const argument = registeredArguments[positionals] ?? (lastArgument?.variadic ? lastArgument : null);
  return { option: null, argument: argument ?? null, word: last, before: "" };
}

const afterCommas = (text: string): { before: string; word: string } => {
  const comma = text.lastIndexOf(",") + 1;
  return { before: text.slice(0, comma), word: text.slice(comma) };
};

const subcommand = (command: Command, word: string): Command | undefined =>
  command.commands.find((each) => each.name() === word || each.aliases().includes(word));

const optionWithValue = (command: Command, flag: string): Option | null =>
  command.options.find(
    (option) => (option.long === flag || option.short === flag) && (option.required || option.optional),
  ) ?? null;
