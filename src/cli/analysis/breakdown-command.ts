import { Command } from "commander";
import { formatOption } from "../output/format-option.ts";
import { jsonListOption } from "../output/json-option.ts";
import { RUN_ARGUMENT } from "../slice/run-options.ts";
import { addSliceOptions } from "../slice/slice-options.ts";
import type { BreakdownOptions } from "./breakdown.ts";
import { dimensionOption } from "./facets-command.ts";

export const breakdownCommand = (): Command =>
  addSliceOptions(
    new Command("breakdown")
      .description("a run's score for each value of a dimension, within a slice")
      .argument("<run>", RUN_ARGUMENT)
      .addOption(dimensionOption("one dimension, or two separated by a comma").makeOptionMandatory())
      .addOption(jsonListOption())
      .addOption(formatOption())
      .addHelpText("after", EXAMPLES),
    { benchmark: false },
  ).action(async (run: string, options: BreakdownOptions) => {
    const { breakdown } = await import("./breakdown.ts");
    await breakdown(run, options);
  });

const EXAMPLES = `
Bars show the 95 % interval from 0 to 100, ● the score and | the chance of a random answer.

Examples:
  $ omnidex breakdown run_3 --by level
  $ omnidex breakdown latest --by level,audio-type --min-duration 5m`;
