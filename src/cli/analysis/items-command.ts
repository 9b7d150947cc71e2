import { Command } from "commander";
import { ITEM_FIELDS } from "../../domain/item-statistics.ts";
import { enumOption, wholeNumber } from "../output/enum-option.ts";
import { formatOption } from "../output/format-option.ts";
import { jsonListOption } from "../output/json-option.ts";
import { addRunOptions } from "../slice/run-options.ts";
import { addSliceOptions } from "../slice/slice-options.ts";
import type { ItemsOptions } from "./items.ts";

export const itemsCommand = (): Command =>
  addRunOptions(
    addSliceOptions(
      new Command("items")
        .description("show statistics of a benchmark's questions, from the answers of many runs")
        .argument("<benchmark>", "its slug")
        .addOption(enumOption("--order <figure>", "order by this figure, the smallest first", ITEM_FIELDS))
        .option("--desc", "the largest first")
        .option("-L, --limit <number>", "at most this many", wholeNumber(1), 30)
        .addOption(jsonListOption())
        .addOption(formatOption())
        .addHelpText("after", EXAMPLES),
      { benchmark: false },
    ),
  ).action(async (benchmark: string, options: ItemsOptions) => {
    const { items } = await import("./items.ts");
    await items(benchmark, options);
  });

const EXAMPLES = `
RIGHT is the mean score of the runs; WEAK, MIDDLE and ABLE are the mean scores of the weakest, the middle and the ablest third of them.
DISCR is the correlation of a question's score with the score on all others: below 0, abler runs do worse. A and B are the
discrimination and the difficulty of the 2PL model. SAME is how often two runs of different families choose the same option.
Figures that need more runs are empty.

Examples:
  $ omnidex items worldsense --order discrimination
  $ omnidex items worldsense --order share --desc --audio music --format csv`;
