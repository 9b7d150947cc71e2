import { Command } from "commander";
import type { PromptsOptions } from "./prompts.ts";

export const promptsCommand = (): Command =>
  new Command("prompts")
    .description("the benchmarks' own evaluation prompts, as templates")
    .argument("[benchmark]", "only those that fit its questions, its default first")
    .option("-w, --wording", "print the words of each")
    .option("--json", "print them as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (benchmark: string | undefined, options: PromptsOptions) =>
      (await import("./prompts.ts")).prompts(benchmark, options),
    );

const EXAMPLES = `
Examples:
  $ omnidex prompts worldsense
  $ omnidex prompts omnivideobench --wording
  $ omnidex questions -b worldsense --prompt worldsense/audio --output asked.ndjson`;
