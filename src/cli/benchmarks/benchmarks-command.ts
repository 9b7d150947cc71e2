import { Command } from "commander";

export const benchmarksCommand = (): Command =>
  new Command("benchmarks")
    .description("the benchmarks, or the tasks and categories of one")
    .argument("[slug]", "one of them")
    .option("--json", "print it as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (slug: string | undefined, options: { json?: boolean }) => {
      const { benchmarks } = await import("./benchmarks.ts");
      await benchmarks(slug, options.json === true);
    });

const EXAMPLES = `
Examples:
  $ omnidex benchmarks
  $ omnidex benchmarks worldsense
  $ omnidex benchmarks --json`;
