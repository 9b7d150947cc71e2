import { Command } from "commander";
import { formatOption } from "../output/format-option.ts";
import { addRunOptions } from "../runs/run-options.ts";
import { wholeNumber } from "../slice/enum-option.ts";
import { addSliceOptions } from "../slice/slice-options.ts";
import { dimensionOption } from "./facets-command.ts";
import type { LeaderboardOptions } from "./leaderboard.ts";

export const leaderboardCommand = (): Command =>
  addRunOptions(
    addSliceOptions(
      new Command("leaderboard")
        .description("the runs over a benchmark, best first, over any slice")
        .argument("<benchmark>", "its slug")
        .addOption(dimensionOption("a table instead, with a column for each value: one dimension, or two"))
        .option("--no-published", "without the figures that papers print")
        .option("--partial", "with runs that have predictions for less than half of the slice")
        .option("-L, --limit <number>", "at most this many", wholeNumber(1), 30)
        .option("--json", "print it as JSON")
        .addOption(formatOption())
        .addHelpText("after", EXAMPLES),
      { benchmark: false },
    ),
  ).action(async (benchmark: string, options: LeaderboardOptions) => {
    if (options.by !== undefined) {
      const { scoreTable } = await import("./score-table.ts");
      return scoreTable(benchmark, { ...options, by: options.by });
    }
    const { leaderboard } = await import("./leaderboard.ts");
    await leaderboard(benchmark, options);
  });

const EXAMPLES = `
RANK 2, RANGE 1–4: the error bars leave open whether it is first or fourth. Figures that papers print have a * and their source.

Examples:
  $ omnidex leaderboard worldsense
  $ omnidex leaderboard worldsense --audio music
  $ omnidex leaderboard omnivideobench --level reasoning --inputs video,audio --no-published`;
