import { Command } from "commander";
import type { RunOrderField, RunStatus } from "../../sdk/types.ts";
import { formatOption } from "../output/format-option.ts";
import { enumListOption, enumOption, wholeNumber } from "../slice/enum-option.ts";
import { collectWords } from "../slice/enum-values.ts";
import { addRunOptions, RUN_ARGUMENT } from "./run-options.ts";
import type { RunsOptions } from "./runs.ts";

const FIELDS = ["CREATED_AT", "SCORE"] as const satisfies readonly RunOrderField[];
const STATUSES = ["OPEN", "JUDGING", "SCORED", "WITHDRAWN"] as const satisfies readonly RunStatus[];

export const runsCommand = (): Command =>
  addRunOptions(
    new Command("runs")
      .description("the runs that you may see")
      .option("-b, --benchmark <slug>", "runs over this benchmark; repeat it or use commas", collectWords)
      .addOption(enumListOption("--status <status>", "runs with this status (default: scored)", STATUSES))
      .addOption(enumOption("--sort <field>", "newest or best first", FIELDS))
      .option("--asc", "oldest or worst first")
      .option("-L, --limit <number>", "at most this many", wholeNumber(1), 30)
      .option("--json", "print them as JSON")
      .addOption(formatOption())
      .addHelpText("after", RUNS_EXAMPLES),
  ).action(async (options: RunsOptions) => {
    const { runs } = await import("./runs.ts");
    await runs(options);
  });

export const runCommand = (): Command =>
  new Command("run")
    .description("one run: what it is, its counts and its score")
    .argument("<run>", RUN_ARGUMENT)
    .option("--json", "print it as JSON")
    .addHelpText("after", RUN_EXAMPLES)
    .action(async (reference: string, options: { json?: boolean }) => {
      const { run } = await import("./run.ts");
      await run(reference, options.json === true);
    });

const RUNS_EXAMPLES = `
Examples:
  $ omnidex runs
  $ omnidex runs -b worldsense --inputs video,audio --sort score
  $ omnidex runs --model my-model --json`;

const RUN_EXAMPLES = `
Examples:
  $ omnidex run run_3
  $ omnidex run latest --json`;
