import type { Argument, Command, Option } from "commander";
import { plainText } from "../../domain/texts.ts";
import type { Omnidex } from "../../sdk/index.ts";
import { print, printLine } from "../output/printing.ts";
import { namesHint, UsageError } from "../output/usage-error.ts";

/** The role of the last word of a command line. */
interface CommandLinePlace {
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
function commandLinePlace(program: Command, words: readonly string[]): CommandLinePlace {
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

/** A completion with a short description. */
type Completion = readonly [value: string, description: string];

/** The default for `OMNIDEX_COMPLETION_TIMEOUT`: how long to wait for the server, in seconds. */
const PATIENCE = 1;

/** Request options with a short timeout and no retries. */
function quick(): { readonly timeoutMs: number; readonly maxRetries: 0 } {
  const seconds = Number(process.env.OMNIDEX_COMPLETION_TIMEOUT);
  return { timeoutMs: (seconds > 0 && seconds <= 600 ? seconds : PATIENCE) * 1000, maxRetries: 0 };
}

type Lookup = (omnidex: Omnidex) => Promise<readonly Completion[]>;

const benchmarks: Lookup = async (omnidex) =>
  (await omnidex.benchmarks(quick())).map(({ slug, title }) => [slug, title] as const);

const tasks: Lookup = async (omnidex) =>
  (await omnidex.benchmarks(quick())).flatMap((each) => each.tasks.map((task) => [task.slug, each.slug] as const));

const categories: Lookup = async (omnidex) =>
  (await omnidex.benchmarks(quick())).flatMap((each) =>
    each.categories
      .flatMap((category) => [category, ...category.subcategories])
      .map(({ slug }) => [slug, each.slug] as const),
  );

const models: Lookup = async (omnidex) =>
  (await omnidex.models(quick()).take(100).toArray()).map(({ slug, name }) => [slug, name] as const);

const runs: Lookup = async (omnidex) => {
  const found = await omnidex.runs(quick()).take(50).toArray();
  return [
    ["latest", "the newest run"] as const,
    ...found.map(({ id, model, benchmark }) => [id, `${model.name} on ${benchmark.slug}`] as const),
  ];
};

/** Lookups by option flag or argument name. */
const LOOKUPS: Readonly<Record<string, Lookup>> = {
  "--benchmark": benchmarks,
  benchmark: benchmarks,
  slug: benchmarks,
  "--task": tasks,
  "--category": categories,
  "--model": models,
  run: runs,
  a: runs,
  b: runs,
};

/** The server's values for an option or argument; empty if it does not answer in time: a completion must not fail. */
async function knownValues(name: string): Promise<readonly Completion[]> {
  const lookup = LOOKUPS[name];
  if (lookup === undefined) return [];
  try {
    // Loaded here, because the names of commands and options need no server.
    const { connect } = await import("../connection/sdk-client.ts");
    return await lookup((await connect()).omnidex);
  } catch {
    return [];
  }
}

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

/**
 * The prologue of the script for bash. The script needs `_get_comp_words_by_ref` from the package bash-completion,
 * which many systems lack, and `compopt`, which bash 3.2 (macOS) lacks. The prologue defines them if they are missing.
 * It also skips a script that is already loaded, as when `~/.bashrc` is sourced again. The script's constants are
 * read-only, so setting them again would print errors.
 */
const BASH_BEFORE = `# If bash-completion is not loaded: split the line into words, and rejoin the words that bash cuts at = and :.
if ! declare -F _get_comp_words_by_ref > /dev/null; then
    _get_comp_words_by_ref() {
        local index word cut=
        words=() cword=0
        for index in "\${!COMP_WORDS[@]}"; do
            word=\${COMP_WORDS[index]}
            if [[ $index -gt 1 && ( -n $cut || $word == [=:]* ) ]]; then
                words[\${#words[@]}-1]+=$word
            else
                words+=("$word")
            fi
            if [[ $word == *[=:] ]]; then cut=yes; else cut=; fi
            if [[ $index -eq $COMP_CWORD ]]; then cword=$((\${#words[@]} - 1)); fi
        done
        cur=\${words[cword]} prev=\${words[cword > 0 ? cword - 1 : 0]}
    }
fi
type compopt > /dev/null 2>&1 || compopt() { :; }

if ! declare -F __omnidex_complete > /dev/null; then
`;

/**
 * The epilogue of the script for bash. Bash replaces only the part of a word after its last = or :, so completions must
 * not repeat the part before it. The epilogue also registers the completion again, with `-o default`. The registration
 * in the script lacks this option, without which bash completes no file names.
 */
const BASH_AFTER = `
__omnidex_complete_word() {
    local cur prev words cword
    _get_comp_words_by_ref -n "=:" cur prev words cword
    local before=\${cur%"\${cur##*[=:]}"}
    __omnidex_complete
    COMPREPLY=("\${COMPREPLY[@]#"$before"}")
}
fi
complete -o default -F __omnidex_complete_word omnidex`;

const SHELLS = ["bash", "zsh", "fish", "powershell"];

/** Prints a shell's script, which delegates to `omnidex complete`. @throws {UsageError} for an unsupported shell */
export async function printCompletionScript(shell: string): Promise<void> {
  if (!SHELLS.includes(shell))
    throw new UsageError(`There is no completion for the shell '${shell}'.`, namesHint(shell, SHELLS, "shells"));
  const { script } = await import("@bomb.sh/tab");
  if (shell !== "bash") return script(shell, "omnidex", "omnidex");
  await printLine(BASH_BEFORE);
  script(shell, "omnidex", "omnidex");
  await printLine(BASH_AFTER);
}
