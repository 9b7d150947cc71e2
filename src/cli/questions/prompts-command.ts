import { Command } from "commander";
import { formatOption } from "../output/format-option.ts";
import { jsonListOption } from "../output/json-option.ts";
import type { PromptsOptions } from "./prompts.ts";

export const promptsCommand = (): Command =>
  new Command("prompts")
    .description("list the benchmarks' own evaluation prompts, as templates")
    .argument("[benchmark]", "list only the templates that fit this benchmark, its default first")
    .option("-w, --wording", "print the text of each template")
    .addOption(jsonListOption())
    .addOption(formatOption().conflicts("wording"))
    .addHelpText("after", EXAMPLES)
    .action(async (benchmark: string | undefined, options: PromptsOptions) =>
      (await import("./prompts.ts")).prompts(benchmark, options),
    );

const EXAMPLES = `
Examples:
  $ omnidex prompts worldsense
  $ omnidex prompts omnivideobench --wording
  $ omnidex questions -b worldsense --prompt worldsense/audio --output asked.ndjson`;
