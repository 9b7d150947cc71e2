import { Command } from "commander";
import { formatOption } from "../output/format-option.ts";
import { RUN_ARGUMENT } from "../slice/run-options.ts";
import { addSliceOptions } from "../slice/slice-options.ts";
import type { CompareOptions } from "./compare.ts";
import { dimensionOption } from "./facets-command.ts";

export const compareCommand = (): Command =>
  addSliceOptions(
    new Command("compare")
      .description("compare two runs over one release, question by question")
      .argument("<a>", RUN_ARGUMENT)
      .argument("<b>", "the other run")
      .addOption(dimensionOption("also compare for each value of one dimension, or of two separated by a comma"))
      .option("--json", "print it as JSON")
      .addOption(formatOption())
      .addHelpText("after", EXAMPLES),
    { benchmark: false },
  ).action(async (a: string, b: string, options: CompareOptions) => {
    const { compare } = await import("./compare.ts");
    await compare(a, b, options);
  });

const EXAMPLES = `
Positive differences favour <a>. P-values of cells are corrected for their number (Holm).

Examples:
  $ omnidex compare run_3 run_2
  $ omnidex compare my-model my-other-model --by level --audio music`;
