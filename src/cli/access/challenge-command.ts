import { Command } from "commander";
import { CHALLENGE_FIELDS } from "../../domain/challenge.ts";
import { enumListOption } from "../slice/enum-option.ts";
import type { ConfigureOptions, SplitOptions } from "./challenge.ts";

export const challengeCommand = (): Command =>
  new Command("challenge")
    .description("host a challenge on a benchmark: its dates, required fields, public and private board")
    .addCommand(showCommand())
    .addCommand(configureCommand())
    .addCommand(splitCommand())
    .addCommand(moveCommand())
    .addHelpText("after", EXAMPLES);

const showCommand = (): Command =>
  new Command("show")
    .description("the dates, required fields and boards of a challenge")
    .argument("<benchmark>", "its slug")
    .option("--json", "print them as JSON")
    .action(async (benchmark: string, options: { json?: boolean }) => {
      const { showChallenge } = await import("./challenge.ts");
      await showChallenge(benchmark, options.json === true);
    });

const configureCommand = (): Command =>
  new Command("configure")
    .description("set the dates and required fields of a challenge in place of all earlier ones, as maintainer")
    .argument("<benchmark>", "its slug")
    .option("--opens <instant>", "when submissions are accepted (default: at once)")
    .option("--closes <instant>", "when they are no longer accepted (default: never)")
    .addOption(enumListOption("--require <fields>", "the fields that a run has to give", CHALLENGE_FIELDS))
    .option("--json", "print the challenge as JSON")
    .action(async (benchmark: string, options: ConfigureOptions) => {
      const { configureChallenge } = await import("./challenge.ts");
      await configureChallenge(benchmark, options);
    });

const splitCommand = (): Command =>
  new Command("split")
    .description("divide the questions between a public and a private board, once, as maintainer")
    .argument("<benchmark>", "its slug")
    .requiredOption("--public <share>", "the share of the questions behind the public board: 0.3", Number)
    .requiredOption("--private-opens <instant>", "when everybody sees the private board")
    .option("--json", "print the challenge as JSON")
    .action(async (benchmark: string, options: SplitOptions) => {
      const { splitBoard } = await import("./challenge.ts");
      await splitBoard(benchmark, options);
    });

const moveCommand = (): Command =>
  new Command("move")
    .description("move the opening of a private board that is not open yet, as maintainer")
    .argument("<benchmark>", "its slug")
    .requiredOption("--private-opens <instant>", "when everybody sees the private board")
    .option("--json", "print the challenge as JSON")
    .action(async (benchmark: string, options: Omit<SplitOptions, "public">) => {
      const { moveBoard } = await import("./challenge.ts");
      await moveBoard(benchmark, options);
    });

const EXAMPLES = `
Examples:
  $ omnidex challenge configure kitchen-sounds --opens 2027-01-01T00:00:00Z --closes 2027-03-01T00:00:00Z --require frames
  $ omnidex challenge split kitchen-sounds --public 0.3 --private-opens 2027-03-08T00:00:00Z
  $ omnidex challenge show kitchen-sounds
  $ omnidex leaderboard kitchen-sounds --board private`;
