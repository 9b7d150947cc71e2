import { Command } from "commander";
import { auditCommand } from "./audit-command.ts";
import { backupCommand, restoreCommand } from "./backup-command.ts";
import { benchmarksCommand } from "./benchmarks-command.ts";
import { breakdownCommand } from "./breakdown-command.ts";
import { checkCommand } from "./check-command.ts";
import { compareCommand } from "./compare-command.ts";
import { completeCommand, completionCommand } from "./completion-command.ts";
import { distributeCommand } from "./distribute-command.ts";
import { exportCommand } from "./export-command.ts";
import { facetsCommand } from "./facets-command.ts";
import { importCommand } from "./import-command.ts";
import { keysCommand } from "./keys-command.ts";
import { leaderboardCommand } from "./leaderboard-command.ts";
import { loginCommand, logoutCommand } from "./login-command.ts";
import { migrateCommand } from "./migrate-command.ts";
import { promptsCommand } from "./prompts-command.ts";
import { pullCommand } from "./pull-command.ts";
import { questionsCommand } from "./questions-command.ts";
import { rescoreCommand } from "./rescore-command.ts";
import { runCommand, runsCommand } from "./runs-command.ts";
import { serveCommand } from "./serve-command.ts";
import { submitCommand } from "./submit-command.ts";
import { whoamiCommand } from "./whoami-command.ts";
import { withdrawCommand } from "./withdraw-command.ts";

/** Commands by the heading that they have in the help. */
const GROUPS: Readonly<Record<string, readonly (() => Command)[]>> = {
  "Look up:": [benchmarksCommand, questionsCommand, facetsCommand, promptsCommand],
  "Runs:": [
    submitCommand,
    runsCommand,
    runCommand,
    breakdownCommand,
    leaderboardCommand,
    compareCommand,
    auditCommand,
    rescoreCommand,
    withdrawCommand,
  ],
  "Files:": [exportCommand],
  "Server:": [
    serveCommand,
    migrateCommand,
    distributeCommand,
    importCommand,
    pullCommand,
    checkCommand,
    backupCommand,
    restoreCommand,
  ],
  "Account:": [loginCommand, logoutCommand, whoamiCommand, keysCommand],
  "Shell:": [completionCommand],
};

const AFTER = `
Which server: OMNIDEX_URL, else the one that serves the data folder here, else the one of 'omnidex login',
else http://127.0.0.1:4000. Which key: OMNIDEX_API_KEY, else what is known for that server.`;

/** The whole command line. What a command needs is loaded when it runs. */
export function createProgram(version: string): Command {
  const program = new Command("omnidex")
    .description("An index of omni-modal video benchmarks with the answer key on the server.")
    .version(version)
    .addHelpText("after", AFTER);
  for (const [heading, commands] of Object.entries(GROUPS))
    for (const create of commands) program.addCommand(create().helpGroup(heading));
  program.addCommand(completeCommand(), { hidden: true });
  prepare(program);
  return program;
}

/** All errors of usage are thrown, and followed by one line: a page of help would hide them. */
function prepare(command: Command): void {
  command.exitOverride();
  command.configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, "omnidex: ")) });
  command.showHelpAfterError(`('${path(command)} --help' says what it takes)`);
  command.commands.forEach(prepare);
}

const path = (command: Command): string =>
  command.parent === null ? command.name() : `${path(command.parent)} ${command.name()}`;
