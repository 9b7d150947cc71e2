import { type Argument, Command } from "commander";
import { auditLogCommand, maintainersCommand, quotaCommand } from "./access/administration-commands.ts";
import { challengeCommand } from "./access/challenge-command.ts";
import { keysCommand, loginCommand, logoutCommand, whoamiCommand } from "./access/key-commands.ts";
import { signingKeysCommand } from "./access/signing-keys-command.ts";
import {
  healthCommand,
  itemsCommand,
  reviewKeyCommand,
  snapshotsCommand,
  subsetCommand,
  suspectsCommand,
} from "./analysis/item-commands.ts";
import { leaderboardCommand, tableCommand } from "./analysis/leaderboard-commands.ts";
import {
  auditCommand,
  breakdownCommand,
  compareCommand,
  errorsCommand,
  errorTypesCommand,
  facetsCommand,
  levelsCommand,
  powerCommand,
} from "./analysis/score-commands.ts";
import { apiCommand } from "./api/api-command.ts";
import {
  benchmarksCommand,
  importCommand,
  releasesCommand,
  useReleaseCommand,
} from "./benchmarks/benchmark-commands.ts";
import { completeCommand, completionCommand } from "./completion/completion-command.ts";
import { exportCommand } from "./export/export-command.ts";
import {
  backupCommand,
  checkCommand,
  distributeCommand,
  migrateCommand,
  restoreCommand,
} from "./maintenance/maintenance-commands.ts";
import { mcpCommand } from "./mcp/mcp-command.ts";
import { openCommand } from "./open/open-command.ts";
import { takesList } from "./output/option-values.ts";
import { writeOutputNow } from "./output/printing.ts";
import { pullCommand } from "./pull/pull-command.ts";
import { promptsCommand, questionsCommand } from "./questions/question-commands.ts";
import {
  labelErrorsCommand,
  predictionsCommand,
  reportScoresCommand,
  rescoreCommand,
  runCommand,
  runsCommand,
  withdrawCommand,
} from "./runs/run-commands.ts";
import { serveCommand } from "./serve-command.ts";
import { submitCommand } from "./submit/submit-command.ts";

/** The commands by their heading in the help. */
const GROUPS: Readonly<Record<string, readonly (() => Command)[]>> = {
  "Look up:": [
    benchmarksCommand,
    releasesCommand,
    questionsCommand,
    facetsCommand,
    promptsCommand,
    errorTypesCommand,
    openCommand,
    apiCommand,
    mcpCommand,
  ],
  "Runs:": [
    submitCommand,
    runsCommand,
    runCommand,
    predictionsCommand,
    breakdownCommand,
    levelsCommand,
    errorsCommand,
    leaderboardCommand,
    tableCommand,
    itemsCommand,
    snapshotsCommand,
    subsetCommand,
    suspectsCommand,
    reviewKeyCommand,
    healthCommand,
    powerCommand,
    compareCommand,
    auditCommand,
    labelErrorsCommand,
    rescoreCommand,
    reportScoresCommand,
    withdrawCommand,
  ],
  "Files:": [exportCommand],
  "Server:": [
    serveCommand,
    migrateCommand,
    distributeCommand,
    importCommand,
    pullCommand,
    useReleaseCommand,
    checkCommand,
    backupCommand,
    restoreCommand,
  ],
  "Account:": [
    loginCommand,
    logoutCommand,
    whoamiCommand,
    quotaCommand,
    keysCommand,
    maintainersCommand,
    auditLogCommand,
    challengeCommand,
    signingKeysCommand,
  ],
  "Shell:": [completionCommand],
};

const AFTER = `
Server: OMNIDEX_URL, else the one that serves the data folder here, else the one of 'omnidex login',
else http://127.0.0.1:4000. Key: OMNIDEX_API_KEY, else the one stored for that server.`;

/** The whole command line. Each command loads its dependencies when it runs. */
export function createProgram(version: string): Command {
  const program = new Command("omnidex")
    .description("An index of omni-modal video benchmarks with the answer key on the server.")
    .version(version)
    // Options apply to the command that they follow: 'omnidex runs' and 'omnidex runs update' share option names.
    .enablePositionalOptions()
    .addHelpText("after", AFTER);
  for (const [heading, commands] of Object.entries(GROUPS))
    for (const create of commands) program.addCommand(create().helpGroup(heading));
  program.addCommand(completeCommand(), { hidden: true });
  prepare(program);
  return program;
}

/** Makes usage errors throw. A one-line hint follows the error, because a full help page would hide it. */
function prepare(command: Command): void {
  // Commands with subcommands have no options, except `omnidex runs`, which lists runs itself.
  const isRun = command.commands.length === 0 || (command.parent !== null && command.options.length > 0);
  if (isRun) command.option("--quiet", "print no remarks and no progress; errors are printed");
  command.addHelpText("after", () => aboutLists(command));
  command.exitOverride();
  command.configureOutput({
    writeOut: writeOutputNow,
    outputError: (text, write) => write((missingText(command, text) ?? text).replace(/^error: /, "omnidex: ")),
  });
  command.showHelpAfterError(`('${path(command)} --help' lists its arguments and options${jsonHint(command)})`);
  command.commands.forEach(prepare);
}

/** How several values are written, for a command with options that take them. */
function aboutLists({ options }: Command): string {
  const list = options.find((option) => option.long !== "--json" && takesList(option));
  if (list === undefined) return "";
  const value = /<(.*)>/.exec(list.flags)?.[0] ?? "";
  const values = list.argChoices?.slice(0, 2) ?? [value, value];
  return `\nSeveral values are written with commas, or the option is repeated: ${list.long} ${values.join(",")}.`;
}

/** All that a command line lacks, in place of the first part; null for other errors, and if only that part is missing. */
function missingText(command: Command, text: string): string | null {
  if (!/^error: (missing required argument|required option)/.test(text)) return null;
  const { args, registeredArguments, options } = command;
  const missing = [
    ...registeredArguments.slice(args.length).flatMap((each) => (each.required ? [placeholder(each)] : [])),
    ...options
      .filter((option) => option.mandatory && command.getOptionValue(option.attributeName()) === undefined)
      .map(({ flags }) => flags),
  ];
  return missing.length > 1 ? `error: missing: ${missing.join(", ")}\n` : null;
}

const placeholder = (argument: Argument): string => `<${argument.name()}${argument.variadic ? "..." : ""}>`;

/** In `releases --json worldsense`, the benchmark is taken for a field, and the error says that it is missing. */
const jsonHint = ({ options, registeredArguments }: Command): string =>
  registeredArguments.length > 0 && options.some(({ long, optional }) => long === "--json" && optional)
    ? "; arguments go before --json"
    : "";

const path = (command: Command): string =>
  command.parent === null ? command.name() : `${path(command.parent)} ${command.name()}`;
