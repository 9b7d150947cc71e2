import { Command, Option } from "commander";
import { ANSWER_ACCESS } from "../../domain/exported-release.ts";
import { type ChoiceDescription, RECIPE_CHOICES } from "../../domain/recipe-proposal.ts";
import { type FormatOptions, formatOption, jsonListOption } from "../output/format-option.ts";
import { enumOption, nonEmptyText, publicShare, shareNumber, wholeNumber } from "../output/option-values.ts";
import type { ImportCommandOptions } from "./import-sources.ts";
import type { ReleasesOptions, UseOptions } from "./releases.ts";

export const benchmarksCommand = (): Command =>
  new Command("benchmarks")
    .description("list the benchmarks, or the tasks and categories of one")
    .argument("[slug]", "its slug")
    .addOption(jsonListOption())
    .addOption(formatOption())
    .addHelpText("after", BENCHMARKS_EXAMPLES)
    .action(async (slug: string | undefined, options: FormatOptions & { readonly json?: boolean }) => {
      const { benchmarks } = await import("./benchmarks.ts");
      await benchmarks(slug, options);
    });

const BENCHMARKS_EXAMPLES = `
Examples:
  $ omnidex benchmarks
  $ omnidex benchmarks worldsense
  $ omnidex benchmarks --json`;

export const importCommand = (): Command => {
  const command = new Command("import")
    .description("import a benchmark's files as a release: all of them or nothing")
    .argument("<benchmark>", "worldsense, mmworld, omnivideobench, avi-bench, or the slug of your own benchmark")
    .argument("<file...>", "its files, or folders of them")
    .option("--replace", "allow replacing a release that has runs, or that has many questions that the files lack")
    .option("--dry-run", "only report what would change")
    .addOption(
      enumOption(
        "--answers <access>",
        "who may see the answers of a new release: everyone, or its maintainers",
        ANSWER_ACCESS,
      ),
    )
    .option(
      "--public <share>",
      "of a release that hides its answers: the share of the questions on the public leaderboard (default 0.5); the others are for a private one. 1 for one leaderboard",
      publicShare,
    )
    .option(
      "--open <share>",
      "hide the answers, except for a share of the questions (0.2), which become a benchmark of their own",
      shareNumber,
    )
    .option("--json", "print the report as JSON")
    .option(
      "--recipe <file>",
      "a recipe, which says how the files are read (a .yaml file among the files is one, too)",
    );
  return withProposalOptions(command)
    .addHelpText("after", IMPORT_EXAMPLES)
    .action(async (benchmark: string, paths: readonly string[], options: ImportCommandOptions) => {
      const { importFiles } = await import("./import-sources.ts");
      await importFiles(benchmark, paths, options);
    });
};

/** Adds the options about a recipe that is proposed for files without one. */
export function withProposalOptions(command: Command): Command {
  command
    .option("--yes", "import with the proposed recipe, without asking")
    .option("--save-recipe <file>", "write the proposed recipe to a file");
  for (const choice of Object.values<ChoiceDescription>(RECIPE_CHOICES)) command.addOption(choiceOptionOf(choice));
  return command;
}

/** The option for a choice about a proposed recipe. */
function choiceOptionOf({ flag, says, values }: ChoiceDescription): Option {
  const description = `of a proposed recipe: ${says}`;
  return values === undefined
    ? new Option(`${flag} <name>`, description).argParser(nonEmptyText)
    : enumOption(`${flag} <word>`, description, values);
}

const IMPORT_EXAMPLES = `
The import goes through the server of OMNIDEX_URL, else the one that serves the data folder, else directly into the database.
The first line of the output names it.
Files of another form are read with a recipe. Without one, a recipe is proposed from the names and values of their fields.

Examples:
  $ omnidex import worldsense worldsense_qa.json
  $ omnidex import kitchen-sounds rows.csv --level REASONING --yes --save-recipe kitchen-sounds.yaml
  $ omnidex import avi-bench levels
  $ omnidex import kitchen-sounds kitchen-sounds.json --dry-run
  $ omnidex import kitchen-sounds kitchen-sounds.json --open 0.2`;

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
