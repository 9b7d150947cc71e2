import { Command, Option } from "commander";
import { CHALLENGE_FIELDS } from "../../domain/final-board.ts";
import { dimensionOption } from "../analysis/score-commands.ts";
import { enumListOption, instantOption, publicShare } from "../output/option-values.ts";
import type { ChooseOptions, ConfigureOptions, MoveOptions, SplitOptions } from "./print-challenge.ts";
import type { DiscloseOptions } from "./print-disclosure.ts";
import type { BoardOptions, VerifyOptions } from "./print-final-board.ts";

export const challengeCommand = (): Command =>
  new Command("challenge")
    .description("host a challenge on a benchmark: its dates, required fields, public and private board")
    .addCommand(showCommand())
    .addCommand(configureCommand())
    .addCommand(splitCommand())
    .addCommand(moveCommand())
    .addCommand(chooseCommand())
    .addCommand(mergeCommand())
    .addCommand(separateCommand())
    .addCommand(disclosureCommand())
    .addCommand(discloseCommand())
    .addCommand(boardCommand())
    .addCommand(exportCommand())
    .addCommand(verifyCommand())
    .addHelpText("after", EXAMPLES);

const showCommand = (): Command =>
  new Command("show")
    .description("the dates, required fields and boards of a challenge")
    .argument("<benchmark>", "its slug")
    .option("--json", "print them as JSON")
    .action(async (benchmark: string, options: { json?: boolean }) => {
      const { showChallenge } = await import("./print-challenge.ts");
      await showChallenge(benchmark, options.json === true);
    });

const configureCommand = (): Command =>
  new Command("configure")
    .description("set the dates and required fields of a challenge, as maintainer; what is not given stays as it is")
    .argument("<benchmark>", "its slug")
    .addOption(instantOption("--opens <instant>", "when submissions are accepted (at first: at once)"))
    .option("--no-opens", "remove the opening date")
    .addOption(instantOption("--closes <instant>", "when they are no longer accepted (at first: never)"))
    .option("--no-closes", "remove the closing date")
    .option("--close-now", "allow a closing date that has passed: the leaderboard is then stored as final")
    .addOption(enumListOption("--require <fields>", "all fields that a run has to give", CHALLENGE_FIELDS))
    .option("--no-require", "require no fields")
    .option("--json", "print the challenge as JSON")
    .action(async (benchmark: string, options: ConfigureOptions) => {
      const { configureChallenge } = await import("./print-challenge.ts");
      await configureChallenge(benchmark, options);
    });

const privateOpens = (): Option => instantOption("--private-opens <instant>", "when everybody sees the private board");

const openNow = (): Option =>
  new Option("--open-now", "accept a date that has passed: the private board opens at once, and stays open");

const splitCommand = (): Command =>
  new Command("split")
    .description("divide the questions between a public and a private board, before a run is scored, as maintainer")
    .argument("<benchmark>", "its slug")
    .requiredOption("--public <share>", "the public board's share of the questions: 0.3; 1 for one board", publicShare)
    .addOption(privateOpens())
    .addOption(openNow())
    .option("--json", "print the challenge as JSON")
    .action(async (benchmark: string, options: SplitOptions) => {
      const { splitBoard } = await import("./print-challenge.ts");
      await splitBoard(benchmark, options);
    });

const moveCommand = (): Command =>
  new Command("move")
    .description("set or move the opening of a private board that is not open yet, as maintainer")
    .argument("<benchmark>", "its slug")
    .addOption(privateOpens().makeOptionMandatory())
    .addOption(openNow())
    .option("--json", "print the challenge as JSON")
    .action(async (benchmark: string, options: MoveOptions) => {
      const { moveBoard } = await import("./print-challenge.ts");
      await moveBoard(benchmark, options);
    });

const chooseCommand = (): Command =>
  new Command("choose")
    .description("choose your runs for the private board before it opens; without runs, list those that are chosen")
    .argument("<benchmark>", "its slug")
    .argument("[runs...]", "at most two of your scored runs; they replace those chosen before")
    .option("--none", "take the choice back: the last two that rose on the public board are then taken")
    .option("--json", "print the chosen runs as JSON")
    .action(async (benchmark: string, runs: readonly string[], options: ChooseOptions) => {
      const { chooseRuns } = await import("./print-challenge.ts");
      await chooseRuns(benchmark, runs, options);
    });

const mergeCommand = (): Command =>
  new Command("merge")
    .description("let owners share one quota and Ladder, as maintainer; without owners, list the merged ones")
    .argument("<benchmark>", "its slug")
    .argument("[owners...]", "two or more owners of API keys")
    .option("--json", "print the merged owners as JSON")
    .action(async (benchmark: string, owners: readonly string[], options: { json?: boolean }) => {
      const { mergeOwners } = await import("./print-challenge.ts");
      await mergeOwners(benchmark, owners, options.json === true);
    });

const separateCommand = (): Command =>
  new Command("separate")
    .description("count a merged owner by itself again, as maintainer")
    .argument("<benchmark>", "its slug")
    .argument("<owner>", "the owner of API keys")
    .option("--json", "print the merged owners as JSON")
    .action(async (benchmark: string, owner: string, options: { json?: boolean }) => {
      const { separateOwner } = await import("./print-challenge.ts");
      await separateOwner(benchmark, owner, options.json === true);
    });

const disclosureCommand = (): Command =>
  new Command("disclosure")
    .description("what the shown scores tell about hidden answers, as maintainer")
    .argument("<benchmark>", "its slug")
    .option("--json", "print it as JSON")
    .action(async (benchmark: string, options: { json?: boolean }) => {
      const { showDisclosure } = await import("./print-disclosure.ts");
      await showDisclosure(benchmark, options.json === true);
    });

const discloseCommand = (): Command =>
  new Command("disclose")
    .description("show more scores over hidden answers, as maintainer; without --yes, only say what they would tell")
    .argument("<benchmark>", "its slug")
    .argument("[run]", "a run whose scores are shown by the dimensions of --by")
    .addOption(dimensionOption("the dimensions, separated by commas; each by itself"))
    .option("--private", "show scores over slices of the private part, once it is open and the challenge has closed")
    .option("-y, --yes", "show them; this cannot be taken back")
    .option("--json", "print what they tell as JSON")
    .action(async (benchmark: string, run: string | undefined, options: DiscloseOptions) => {
      const { discloseScores } = await import("./print-disclosure.ts");
      await discloseScores(benchmark, run, options);
    });

const CLOSED = ["--closed <instant>", "the closing date of an earlier challenge (default: the latest)"] as const;

const boardCommand = (): Command =>
  new Command("board")
    .description("the leaderboard as it was when the challenge closed")
    .argument("<benchmark>", "its slug")
    .option(...CLOSED)
    .option("--json", "print it as JSON")
    .action(async (benchmark: string, options: BoardOptions) => {
      const { showFinalBoard } = await import("./print-final-board.ts");
      await showFinalBoard(benchmark, options);
    });

const exportCommand = (): Command =>
  new Command("export")
    .description("write the final board, signed by the server, to a file")
    .argument("<benchmark>", "its slug")
    .option(...CLOSED)
    .option("-o, --output <file>", "the file (default: standard output)")
    .action(async (benchmark: string, options: BoardOptions) => {
      const { exportFinalBoard } = await import("./print-final-board.ts");
      await exportFinalBoard(benchmark, options);
    });

const verifyCommand = (): Command =>
  new Command("verify")
    .description("check the signature of an exported board, without a server")
    .argument("<file>", "the signed board")
    .requiredOption("--key <key>", "the server's public keys: a file with a JWK, a JWK set or PEM")
    .option("--json", "print the board as JSON")
    .action(async (file: string, options: VerifyOptions) => {
      const { verifyBoard } = await import("./print-final-board.ts");
      await verifyBoard(file, options);
    });

const EXAMPLES = `
Examples:
  $ omnidex challenge configure kitchen-sounds --opens 2027-01-01T00:00:00Z --closes 2027-03-01T00:00:00Z --require frames
  $ omnidex challenge split kitchen-sounds --public 0.3 --private-opens 2027-03-08T00:00:00Z
  $ omnidex challenge show kitchen-sounds
  $ omnidex challenge choose kitchen-sounds run_3 run_7
  $ omnidex leaderboard kitchen-sounds --board private
  $ omnidex challenge merge kitchen-sounds ada ada-2
  $ omnidex challenge disclosure kitchen-sounds
  $ omnidex challenge disclose kitchen-sounds run_3 --by level
  $ omnidex challenge export kitchen-sounds --output board.json
  $ omnidex challenge verify board.json --key jwks.json`;
