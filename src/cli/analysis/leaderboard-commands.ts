import { Command } from "commander";
import { BOARDS } from "../../domain/final-board.ts";
import { formatOption, jsonListOption } from "../output/format-option.ts";
import { enumOption, wholeNumber } from "../output/option-values.ts";
import { UsageError } from "../output/usage-error.ts";
import { addRunOptions } from "../slice/run-options.ts";
import { addSliceOptions } from "../slice/slice-options.ts";
import type { LeaderboardOptions } from "./print-leaderboard.ts";
import type { ScoreTableOptions } from "./print-score-table.ts";
import { dimensionOption } from "./score-commands.ts";

export const leaderboardCommand = (): Command =>
  addRunOptions(
    addSliceOptions(
      new Command("leaderboard")
        .description("rank the runs over a benchmark, best first, over any slice")
        .argument("<benchmark>", "its slug")
        .addOption(dimensionOption("print a table with a column for each value of one or two dimensions"))
        .option("--no-published", "leave out the figures from papers")
        .addOption(enumOption("--board <board>", "the board of a split leaderboard (default: public)", BOARDS))
        .option("--partial", "include runs that have predictions for less than half of the slice")
        .option("--ability", "show each run's ability θ with its error, and the highest score that wrong keys allow")
        .option("--references", "add the paper's rows that take no rank: people, a judge, single modalities, prompts")
        .option("-L, --limit <number>", "at most this many", wholeNumber(1), 30)
        .addOption(jsonListOption())
        .addOption(formatOption())
        .addHelpText("after", LEADERBOARD_EXAMPLES),
      { benchmark: false },
    ),
  ).action(async (benchmark: string, options: LeaderboardOptions) => {
    if (options.by !== undefined && options.ability === true)
      throw new UsageError("--ability is for one leaderboard, and --by makes a table of several.");
    if (options.by !== undefined && options.references === true)
      throw new UsageError("--references is for one leaderboard, and --by makes a table of several.");
    if (options.by !== undefined && options.board !== undefined)
      throw new UsageError("--board is for one leaderboard, and --by makes a table of several.");
    if (options.by !== undefined) {
      const { scoreTable } = await import("./print-score-table.ts");
      return scoreTable(benchmark, { ...options, by: options.by });
    }
    const { leaderboard } = await import("./print-leaderboard.ts");
    await leaderboard(benchmark, options);
  });

const LEADERBOARD_EXAMPLES = `
RANK 2, RANGE 1–4: the error bars allow every rank from first to fourth. Figures from papers have a * and their source.

Examples:
  $ omnidex leaderboard worldsense
  $ omnidex leaderboard worldsense --audio music
  $ omnidex leaderboard omnivideobench --level reasoning --inputs video,audio --no-published`;

export const tableCommand = (): Command =>
  addRunOptions(
    addSliceOptions(
      new Command("table")
        .description("a table of runs by the values of a dimension, as in a paper's results")
        .argument("<benchmark>", "its slug")
        .addOption(dimensionOption("one dimension, or two separated by a comma").makeOptionMandatory())
        .option("--errors", "include the standard errors")
        .option("--no-published", "leave out the figures from papers")
        .option("--partial", "include runs and cells that have predictions for less than half of the questions")
        .option("-L, --limit <number>", "at most this many rows", wholeNumber(1), 30)
        .addOption(jsonListOption())
        .addOption(formatOption())
        .addHelpText("after", SCORE_TABLE_EXAMPLES),
      { benchmark: false },
    ),
  ).action(async (benchmark: string, options: ScoreTableOptions) => {
    const { scoreTable } = await import("./print-score-table.ts");
    await scoreTable(benchmark, options);
  });

const SCORE_TABLE_EXAMPLES = `
The best score of a column is bold; scores that are not significantly worse are underlined. There is
one test for each row, corrected for their number, so it finds fewer differences than compare does.
Figures from papers have a *.

Examples:
  $ omnidex table worldsense --by audio-type
  $ omnidex table omnivideobench --by task --level reasoning --errors
  $ omnidex table worldsense --by task --format latex > results.tex`;
