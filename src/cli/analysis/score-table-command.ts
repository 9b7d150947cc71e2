import { Command } from "commander";
import { wholeNumber } from "../output/enum-option.ts";
import { formatOption } from "../output/format-option.ts";
import { jsonListOption } from "../output/json-option.ts";
import { addRunOptions } from "../slice/run-options.ts";
import { addSliceOptions } from "../slice/slice-options.ts";
import { dimensionOption } from "./facets-command.ts";
import type { ScoreTableOptions } from "./print-score-table.ts";

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
        .addHelpText("after", EXAMPLES),
      { benchmark: false },
    ),
  ).action(async (benchmark: string, options: ScoreTableOptions) => {
    const { scoreTable } = await import("./print-score-table.ts");
    await scoreTable(benchmark, options);
  });

const EXAMPLES = `
The best score of a column is bold; scores that are not significantly worse are underlined. There is
one test for each row, corrected for their number, so it finds fewer differences than compare does.
Figures from papers have a *.

Examples:
  $ omnidex table worldsense --by audio-type
  $ omnidex table omnivideobench --by task --level reasoning --errors
  $ omnidex table worldsense --by task --format latex > results.tex`;
