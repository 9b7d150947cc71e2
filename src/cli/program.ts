import { Command } from "commander";
import { auditLogCommand } from "./access/audit-log-command.ts";
import { challengeCommand } from "./access/challenge-command.ts";
import { keysCommand } from "./access/keys-command.ts";
import { loginCommand, logoutCommand } from "./access/login-command.ts";
import { maintainersCommand, quotaCommand } from "./access/maintainers-command.ts";
import { signingKeysCommand } from "./access/signing-keys-command.ts";
import { whoamiCommand } from "./access/whoami-command.ts";
import { auditCommand } from "./analysis/audit-command.ts";
import { breakdownCommand } from "./analysis/breakdown-command.ts";
import { compareCommand } from "./analysis/compare-command.ts";
import { errorsCommand, errorTypesCommand } from "./analysis/errors-command.ts";
import { facetsCommand } from "./analysis/facets-command.ts";
import { healthCommand } from "./analysis/health-command.ts";
import { itemsCommand } from "./analysis/items-command.ts";
import { leaderboardCommand } from "./analysis/leaderboard-command.ts";
import { levelsCommand } from "./analysis/levels-command.ts";
import { powerCommand } from "./analysis/power-command.ts";
import { tableCommand } from "./analysis/score-table-command.ts";
import { snapshotsCommand } from "./analysis/snapshots-command.ts";
import { subsetCommand } from "./analysis/subset-command.ts";
import { reviewKeyCommand, suspectsCommand } from "./analysis/suspects-command.ts";
import { apiCommand } from "./api/api-command.ts";
import { benchmarksCommand } from "./benchmarks/benchmarks-command.ts";
import { importCommand } from "./benchmarks/import-command.ts";
import { releasesCommand, useReleaseCommand } from "./benchmarks/releases-command.ts";
import { completeCommand, completionCommand } from "./completion/completion-command.ts";
import { exportCommand } from "./export/export-command.ts";
import { backupCommand, restoreCommand } from "./maintenance/backup-command.ts";
import { checkCommand } from "./maintenance/check-command.ts";
import { distributeCommand } from "./maintenance/distribute-command.ts";
import { migrateCommand } from "./maintenance/migrate-command.ts";
import { openCommand } from "./open/open-command.ts";
import { writeOutputNow } from "./output/standard-output.ts";
import { pullCommand } from "./pull/pull-command.ts";
import { promptsCommand } from "./questions/prompts-command.ts";
import { questionsCommand } from "./questions/questions-command.ts";
import { labelErrorsCommand } from "./runs/label-errors-command.ts";
import { reportScoresCommand } from "./runs/report-scores-command.ts";
import { rescoreCommand } from "./runs/rescore-command.ts";
import { runCommand, runsCommand } from "./runs/runs-command.ts";
import { withdrawCommand } from "./runs/withdraw-command.ts";
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
  ],
  "Runs:": [
    submitCommand,
    runsCommand,
    runCommand,
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
  command.exitOverride();
  command.configureOutput({
    writeOut: writeOutputNow,
    outputError: (text, write) => write(text.replace(/^error: /, "omnidex: ")),
  });
  command.showHelpAfterError(`('${path(command)} --help' lists its arguments and options${jsonHint(command)})`);
  command.commands.forEach(prepare);
}

/** In `releases --json worldsense`, the benchmark is taken for a field, and the error says that it is missing. */
const jsonHint = ({ options, registeredArguments }: Command): string =>
  registeredArguments.length > 0 && options.some(({ long, optional }) => long === "--json" && optional)
    ? "; arguments go before --json"
    : "";

const path = (command: Command): string =>
  command.parent === null ? command.name() : `${path(command.parent)} ${command.name()}`;
