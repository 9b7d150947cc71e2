import { Command } from "commander";
import { formatOption } from "../output/format-option.ts";
import { jsonListOption } from "../output/json-option.ts";
import { RUN_ARGUMENT } from "../slice/run-options.ts";
import type { LevelsOptions } from "./levels.ts";

export const levelsCommand = (): Command =>
  new Command("levels")
    .description("AVI-Bench's stages, overall score and levels of a run, beside those of its paper")
    .argument("<run>", RUN_ARGUMENT)
    .option("--no-published", "without the models of the paper")
    .addOption(jsonListOption())
    .addOption(formatOption())
    .addHelpText("after", EXAMPLES)
    .action(async (run: string, options: LevelsOptions) => {
      const { levels } = await import("./levels.ts");
      await levels(run, options);
    });

const EXAMPLES = `
The scores of the tasks: omnidex breakdown <run> --by task; beside the paper's: omnidex table avi-bench --by task.

Examples:
  $ omnidex levels run_3
  $ omnidex levels latest --no-published --json`;
