import { Command } from "commander";
import { wholeNumber } from "../output/enum-option.ts";
import { formatOption } from "../output/format-option.ts";
import { addRunOptions } from "../slice/run-options.ts";
import { addSliceOptions } from "../slice/slice-options.ts";
import type { SubsetOptions } from "./subset.ts";

export const subsetCommand = (): Command =>
  addRunOptions(
    addSliceOptions(
      new Command("subset")
        .description("choose questions that represent all questions of a benchmark, and show the errors")
        .argument("<benchmark>", "its slug")
        .option("--size <number>", "how many questions to choose", wholeNumber(1), 100)
        .option("--seed <number>", "the same seed chooses the same questions from the same runs", wholeNumber(0), 1)
        .option("-o, --out <file>", "write the keys of the questions to a file, one a line; - for standard output")
        .option(
          "--store",
          "store the subset, so that a run over just these questions gets an estimate of its full score",
        )
        .option("--json", "print the subset as JSON, with its weights and estimator")
        .addOption(formatOption())
        .addHelpText("after", EXAMPLES),
      { benchmark: false },
    ),
  ).action(async (benchmark: string, options: SubsetOptions) => {
    const { subset } = await import("./subset.ts");
    await subset(benchmark, options);
  });

const EXAMPLES = `
ERROR is the mean error of estimated full scores in points, for families of models that had no part in the choice; 95 % is its 95th
percentile. The method with the smallest error is used.

Examples:
  $ omnidex subset worldsense --size 100 --store --out keys.txt
  $ omnidex questions -b worldsense --keys-from keys.txt --prompt --output asked.ndjson
  $ omnidex run latest`;
