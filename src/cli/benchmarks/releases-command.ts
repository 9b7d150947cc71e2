import { Command } from "commander";
import { wholeNumber } from "../output/enum-option.ts";
import { formatOption } from "../output/format-option.ts";
import { jsonListOption } from "../output/json-option.ts";
import type { ReleasesOptions, UseOptions } from "./releases.ts";

export const releasesCommand = (): Command =>
  new Command("releases")
    .description("list the releases of a benchmark, with their runs")
    .argument("<benchmark>", "its slug")
    .addOption(jsonListOption())
    .addOption(formatOption())
    .addHelpText("after", RELEASES_EXAMPLES)
    .action(async (benchmark: string, options: ReleasesOptions) => {
      const { releases } = await import("./releases.ts");
      await releases(benchmark, options);
    });

export const useReleaseCommand = (): Command =>
  new Command("use-release")
    .description("make a release the current one again, with its runs, as a maintainer of the benchmark")
    .argument("<benchmark>", "its slug")
    .argument("<version>", "its number, as in 'omnidex releases'", wholeNumber(1))
    .option("--replace", "allow replacing a release that has runs, or that has many questions that this one lacks")
    .option("--dry-run", "only report what would change")
    .option("--json", "print the result as JSON")
    .addHelpText("after", USE_EXAMPLES)
    .action(async (benchmark: string, version: number, options: UseOptions) => {
      const { useRelease } = await import("./releases.ts");
      await useRelease(benchmark, version, options);
    });

const RELEASES_EXAMPLES = `
Examples:
  $ omnidex releases worldsense`;

const USE_EXAMPLES = `
Queries, leaderboards and new submissions use the current release. This command deletes no release and no run.

Examples:
  $ omnidex use-release worldsense 1 --dry-run
  $ omnidex use-release worldsense 1 --replace`;
