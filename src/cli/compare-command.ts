import { Command } from "commander";
import type { Dimension } from "../sdk/types.ts";
import { dimensionOption } from "./facets-command.ts";
import { RUN_ARGUMENT } from "./runs/run-options.ts";
import { addSliceOptions, type SliceOptions } from "./slice/slice-options.ts";

export interface CompareOptions extends SliceOptions {
  readonly by?: readonly Dimension[];
  readonly json?: boolean;
}

export const compareCommand = (): Command =>
  addSliceOptions(
    new Command("compare")
      .description("two runs over one release, question by question")
      .argument("<a>", RUN_ARGUMENT)
      .argument("<b>", "the other one")
      .addOption(dimensionOption("compare each value, too: one dimension, or two with a comma between"))
      .option("--json", "print it as JSON")
      .addHelpText("after", EXAMPLES),
    { benchmark: false },
  ).action(async (a: string, b: string, options: CompareOptions) => {
    const { compare } = await import("./comparison/compare.ts");
    await compare(a, b, options);
  });

const EXAMPLES = `
Positive differences favour <a>. P-values of cells are corrected for their number (Holm).

Examples:
  $ omnidex compare run_3 run_2
  $ omnidex compare my-model my-other-model --by level --audio music`;
