import { Command } from "commander";
import { addRunOptions, type RunOptions } from "./runs/run-options.ts";
import { wholeNumber } from "./slice/enum-option.ts";
import { addSliceOptions, type SliceOptions } from "./slice/slice-options.ts";

export interface LeaderboardOptions extends SliceOptions, RunOptions {
  readonly published: boolean;
  readonly partial?: boolean;
  readonly limit: number;
  readonly json?: boolean;
}

export const leaderboardCommand = (): Command =>
  addRunOptions(
    addSliceOptions(
      new Command("leaderboard")
        .description("the runs over a benchmark, best first, over any slice")
        .argument("<benchmark>", "its slug")
        .option("--no-published", "without the figures that papers print")
        .option("--partial", "with runs that have predictions for less than half of the slice")
        .option("-L, --limit <number>", "at most this many", wholeNumber(1), 30)
        .option("--json", "print it as JSON")
        .addHelpText("after", EXAMPLES),
      { benchmark: false },
    ),
  ).action(async (benchmark: string, options: LeaderboardOptions) => {
    const { leaderboard } = await import("./leaderboard/leaderboard.ts");
    await leaderboard(benchmark, options);
  });

const EXAMPLES = `
RANK 2, RANGE 1–4: the error bars leave open whether it is first or fourth. Figures that papers print have a * and their source.

Examples:
  $ omnidex leaderboard worldsense
  $ omnidex leaderboard worldsense --audio music
  $ omnidex leaderboard omnivideobench --level reasoning --inputs video,audio --no-published`;
