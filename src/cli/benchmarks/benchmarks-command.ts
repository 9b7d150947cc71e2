import { Command } from "commander";
import { type FormatOptions, formatOption } from "../output/format-option.ts";
import { jsonListOption } from "../output/json-option.ts";

export const benchmarksCommand = (): Command =>
  new Command("benchmarks")
    .description("list the benchmarks, or the tasks and categories of one")
    .argument("[slug]", "its slug")
    .addOption(jsonListOption())
    .addOption(formatOption())
    .addHelpText("after", EXAMPLES)
    .action(async (slug: string | undefined, options: FormatOptions & { readonly json?: boolean }) => {
      const { benchmarks } = await import("./benchmarks.ts");
      await benchmarks(slug, options);
    });

const EXAMPLES = `
Examples:
  $ omnidex benchmarks
  $ omnidex benchmarks worldsense
  $ omnidex benchmarks --json`;
