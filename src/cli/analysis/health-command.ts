import { Command } from "commander";
import { PROBLEM_TITLES } from "../../formats/tables/health-tables.ts";
import { enumOption, wholeNumber } from "../output/enum-option.ts";
import { formatOption } from "../output/format-option.ts";
import { jsonListOption } from "../output/json-option.ts";
import { addRunOptions } from "../slice/run-options.ts";
import type { HealthOptions } from "./health.ts";

const PROBLEMS = Object.keys(PROBLEM_TITLES) as (keyof typeof PROBLEM_TITLES)[];

export const healthCommand = (): Command =>
  addRunOptions(
    new Command("health")
      .description("list the problems of a benchmark's questions, from wrong keys to duplicates")
      .argument("<benchmark>", "its slug")
      .addOption(enumOption("--problem <problem>", "only this problem", PROBLEMS))
      .option("-L, --limit <number>", "list at most this many findings", wholeNumber(1), 30)
      .addOption(jsonListOption())
      .addOption(formatOption())
      .addHelpText("after", EXAMPLES),
  ).action(async (benchmark: string, options: HealthOptions) => {
    const { health } = await import("./health.ts");
    await health(benchmark, options);
  });

const EXAMPLES = `
A suspected key is a reason to look: models share misconceptions. ln LR is the logarithm of the likelihood ratio of another option to the
key. --format md prints the whole report; csv and latex print the table of findings.

Examples:
  $ omnidex health worldsense
  $ omnidex health worldsense --problem suspected-key --limit 100 --format csv
  $ omnidex health worldsense --format md > health.md`;
