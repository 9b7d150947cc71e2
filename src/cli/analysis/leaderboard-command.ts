import { Command } from "commander";
import { BOARDS } from "../../domain/challenge.ts";
import { enumOption, wholeNumber } from "../output/enum-option.ts";
import { formatOption } from "../output/format-option.ts";
import { jsonListOption } from "../output/json-option.ts";
import { UsageError } from "../output/usage-error.ts";
import { addRunOptions } from "../slice/run-options.ts";
import { addSliceOptions } from "../slice/slice-options.ts";
import { dimensionOption } from "./facets-command.ts";
import type { LeaderboardOptions } from "./print-leaderboard.ts";

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
        .addHelpText("after", EXAMPLES),
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

const EXAMPLES = `
RANK 2, RANGE 1–4: the error bars allow every rank from first to fourth. Figures from papers have a * and their source.

Examples:
  $ omnidex leaderboard worldsense
  $ omnidex leaderboard worldsense --audio music
  $ omnidex leaderboard omnivideobench --level reasoning --inputs video,audio --no-published`;
