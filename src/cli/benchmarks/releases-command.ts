import { Command } from "commander";
import { wholeNumber } from "../slice/enum-option.ts";
import type { UseOptions } from "./releases.ts";

export const releasesCommand = (): Command =>
  new Command("releases")
    .description("the releases of a benchmark, with their runs")
    .argument("<benchmark>", "its slug")
    .option("--json", "print them as JSON")
    .addHelpText("after", RELEASES_EXAMPLES)
    .action(async (benchmark: string, options: { json?: boolean }) => {
      const { releases } = await import("./releases.ts");
      await releases(benchmark, options.json === true);
    });

export const useReleaseCommand = (): Command =>
  new Command("use-release")
    .description("make a release the current one again, with its runs, as administrator")
    .argument("<benchmark>", "its slug")
    .argument("<version>", "as 'omnidex releases' shows it", wholeNumber(1))
    .option("--replace", "replace a release that has runs, or that has many questions that this one lacks")
    .option("--dry-run", "only say what would change")
    .option("--json", "print what was done as JSON")
    .addHelpText("after", USE_EXAMPLES)
    .action(async (benchmark: string, version: number, options: UseOptions) => {
      const { useRelease } = await import("./releases.ts");
      await useRelease(benchmark, version, options);
    });

const RELEASES_EXAMPLES = `
Examples:
  $ omnidex releases worldsense`;

const USE_EXAMPLES = `
Queries, leaderboards and new submissions use the current release. No release is deleted by this, and no run.

Examples:
  $ omnidex use-release worldsense 1 --dry-run
  $ omnidex use-release worldsense 1 --replace`;
