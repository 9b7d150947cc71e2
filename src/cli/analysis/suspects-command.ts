import { Command, Option } from "commander";
import { wholeNumber } from "../output/enum-option.ts";
import { formatOption } from "../output/format-option.ts";
import { jsonListOption } from "../output/json-option.ts";
import { addRunOptions } from "../slice/run-options.ts";
import { addSliceOptions } from "../slice/slice-options.ts";
import type { ReviewOptions } from "./review-suspect.ts";
import type { SuspectsOptions } from "./suspects.ts";

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
      const { reviewKey } = await import("./review-suspect.ts");
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
