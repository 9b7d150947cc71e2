import { Command, Option } from "commander";
import { ITEM_FIELDS } from "../../domain/item-statistics.ts";
import { PROBLEM_TITLES } from "../../formats/tables/health-tables.ts";
import { formatOption, jsonListOption } from "../output/format-option.ts";
import { enumOption, wholeNumber } from "../output/option-values.ts";
import { addRunOptions } from "../slice/run-options.ts";
import { addSliceOptions } from "../slice/slice-options.ts";
import type { HealthOptions } from "./health.ts";
import type { ItemsOptions } from "./items.ts";
import type { SnapshotsOptions } from "./snapshots.ts";
import type { SubsetOptions } from "./subset.ts";
import type { ReviewOptions, SuspectsOptions } from "./suspects.ts";

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
        .addHelpText("after", ITEMS_EXAMPLES),
      { benchmark: false },
    ),
  ).action(async (benchmark: string, options: ItemsOptions) => {
    const { items } = await import("./items.ts");
    await items(benchmark, options);
  });

const ITEMS_EXAMPLES = `
RIGHT is the mean score of the runs; WEAK, MIDDLE and ABLE are the mean scores of the weakest, the middle and the ablest third of them.
DISCR is the correlation of a question's score with the score on all others: below 0, abler runs do worse. A and B are the
discrimination and the difficulty of the 2PL model. SAME is how often two runs of different families choose the same option.
Figures that need more runs are empty.

Examples:
  $ omnidex items worldsense --order discrimination
  $ omnidex items worldsense --order share --desc --audio music --format csv`;

const VERDICTS = ["confirmed", "ambiguous", "right"] as const;

export const suspectsCommand = (): Command =>
  addRunOptions(
    addSliceOptions(
      new Command("suspects")
        .description("list the questions whose answer key is probably wrong, judging by the runs' choices")
        .argument("<benchmark>", "its slug")
        .option("--reviewed", "list the questions that have a review instead")
        .option("-L, --limit <number>", "at most this many", wholeNumber(1), 30)
        .addOption(jsonListOption())
        .addOption(formatOption())
        .addHelpText("after", SUSPECT_EXAMPLES),
      { benchmark: false },
    ),
  ).action(async (benchmark: string, options: SuspectsOptions) => {
    const { suspects } = await import("./suspects.ts");
    await suspects(benchmark, options);
  });

export const reviewKeyCommand = (): Command =>
  new Command("review-key")
    .description("store a decision about a question's answer key, as a maintainer of its benchmark")
    .argument("<benchmark>", "its slug")
    .argument("<question>", "the key of the question, as 'omnidex suspects' prints it")
    .addOption(
      new Option("--verdict <verdict>", "the decision; 'confirmed' says that the key is wrong, and corrects it")
        .choices(VERDICTS)
        .makeOptionMandatory(),
    )
    .requiredOption("--reason <text>", "why; it is stored with the review")
    .option("--answer <label>", "the right option, with --verdict confirmed; the default is the proposed one")
    .option("--json", "print it as JSON")
    .addHelpText("after", REVIEW_EXAMPLES)
    .action(async (benchmark: string, question: string, options: ReviewOptions) => {
      const { reviewKey } = await import("./suspects.ts");
      await reviewKey(benchmark, question, options);
    });

const SUSPECT_EXAMPLES = `
EVIDENCE is ln of the likelihood ratio of "the proposed option is right" to "the key is right". WRONG is the probability that the key is
wrong, an upper bound. FOR and AGAINST count the runs that chose the proposed option and the key, and their families of models. RANKS is
how many of the counted runs would change their rank, up to 100. A suspect is a reason to look, not a verdict.

Examples:
  $ omnidex suspects worldsense
  $ omnidex suspects worldsense --category Music --limit 5 --json
  $ omnidex review-key worldsense UYkFSXsh/task0 --verdict right --reason "The drum starts at 0:12."`;

const REVIEW_EXAMPLES = `
A key that is right is not listed again for the same evidence. An ambiguous one is not listed again either. Earlier reviews are kept.

Examples:
  $ omnidex review-key worldsense UYkFSXsh/task0 --verdict confirmed --reason "The violin enters first."
  $ omnidex review-key worldsense UYkFSXsh/task0 --verdict confirmed --answer C --reason "The violin enters first."
  $ omnidex review-key worldsense UYkFSXsh/task0 --verdict ambiguous --reason "A and C can be defended."`;

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
        .addHelpText("after", SUBSET_EXAMPLES),
      { benchmark: false },
    ),
  ).action(async (benchmark: string, options: SubsetOptions) => {
    const { subset } = await import("./subset.ts");
    await subset(benchmark, options);
  });

const SUBSET_EXAMPLES = `
ERROR is the mean error of estimated full scores in points, for families of models that had no part in the choice; 95 % is its 95th
percentile. The method with the smallest error is used.

Examples:
  $ omnidex subset worldsense --size 100 --store --out keys.txt
  $ omnidex questions -b worldsense --keys-from keys.txt --prompt --output asked.ndjson
  $ omnidex run latest`;

export const snapshotsCommand = (): Command =>
  addRunOptions(
    new Command("snapshots")
      .description("list a benchmark's item snapshots, whose statistics slices can use; or take one, as its maintainer")
      .argument("<benchmark>", "its slug")
      .option("--take", "store the statistics that its questions have now")
      .option("--note <text>", "the purpose of the snapshot; needs --take")
      .addOption(jsonListOption())
      .addOption(formatOption())
      .addHelpText("after", SNAPSHOTS_EXAMPLES),
  ).action(async (benchmark: string, options: SnapshotsOptions) => {
    const { snapshots } = await import("./snapshots.ts");
    await snapshots(benchmark, options);
  });

const SNAPSHOTS_EXAMPLES = `
A snapshot never changes, so a slice that uses it does not move with the leaderboard. The options that select runs decide which runs
--take counts.

Examples:
  $ omnidex snapshots worldsense --take --note 'before the 2027 challenge'
  $ omnidex questions -b worldsense --snapshot snapshot_3 --max-difficulty 0.95 --min-discrimination 0
  $ omnidex leaderboard worldsense --snapshot snapshot_3 --max-difficulty 0.5`;

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
      .addHelpText("after", HEALTH_EXAMPLES),
  ).action(async (benchmark: string, options: HealthOptions) => {
    const { health } = await import("./health.ts");
    await health(benchmark, options);
  });

const HEALTH_EXAMPLES = `
A suspected key is a reason to look: models share misconceptions. ln LR is the logarithm of the likelihood ratio of another option to the
key. --format md prints the whole report; csv and latex print the table of findings.

Examples:
  $ omnidex health worldsense
  $ omnidex health worldsense --problem suspected-key --limit 100 --format csv
  $ omnidex health worldsense --format md > health.md`;
