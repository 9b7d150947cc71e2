import { Command } from "commander";
import { RUN_STATUSES, VISIBILITIES } from "../../domain/vocabulary.ts";
import type { RunOrderField } from "../../sdk/types.ts";
import { enumListOption, enumOption, wholeNumber } from "../output/enum-option.ts";
import { collectWords } from "../output/enum-values.ts";
import { formatOption } from "../output/format-option.ts";
import { instantOption } from "../output/instant-option.ts";
import { jsonListOption } from "../output/json-option.ts";
import { addRunOptions, RUN_ARGUMENT } from "../slice/run-options.ts";
import type { UpdateOptions } from "./change-run-card.ts";
import type { RunsOptions } from "./runs.ts";

const FIELDS = ["CREATED_AT", "SCORE"] as const satisfies readonly RunOrderField[];

export const runsCommand = (): Command =>
  listCommand()
    .enablePositionalOptions()
    .addCommand(updateCommand())
    .addCommand(nameCommand())
    .addCommand(restoreCommand());

const listCommand = (): Command =>
  addRunOptions(
    new Command("runs")
      .description("list the runs that you may see; 'update', 'name' and 'restore' change one")
      .option("-b, --benchmark <slug>", "runs over this benchmark; repeat it or use commas", collectWords)
      .addOption(enumListOption("--status <status>", "runs with this status (default: scored)", RUN_STATUSES))
      .addOption(enumOption("--sort <field>", "newest or best first", FIELDS))
      .option("--asc", "oldest or worst first")
      .option("-L, --limit <number>", "at most this many", wholeNumber(1), 30)
      .addOption(jsonListOption())
      .addOption(formatOption())
      .addHelpText("after", RUNS_EXAMPLES),
  ).action(async (options: RunsOptions) => {
    const { runs } = await import("./runs.ts");
    await runs(options);
  });

const updateCommand = (): Command =>
  new Command("update")
    .description("change the description of a run; its scores stay")
    .argument("<run>", RUN_ARGUMENT)
    .addOption(enumOption("--visibility <visibility>", "who may see it: private or public", VISIBILITIES))
    .option("--notes <text>", "its notes; '' removes them")
    .option("--report-url <address>", "the https address of a report about the run; '' removes it")
    .option("--frames <number>", "how many frames the model was given", wholeNumber(1))
    .option("--seed <number>", "the seed of the run", wholeNumber(0))
    .option("--prompt <name>", "the name of the prompt template; '' removes it")
    .option("--parameters <size>", "the model's size, such as 7B; '' removes it")
    .option("--organization <name>", "the model's organization; '' removes it")
    .option("--url <address>", "the model's page; '' removes it")
    .option("--json", "print the run as JSON")
    .addHelpText("after", UPDATE_EXAMPLES)
    .action(async (run: string, options: UpdateOptions) => {
      const { updateRun } = await import("./change-run-card.ts");
      await updateRun(run, options);
    });

const nameCommand = (): Command =>
  new Command("name")
    .description("end the anonymity of a run and of all other runs under its pseudonym; this cannot be undone")
    .argument("<run>", RUN_ARGUMENT)
    .addOption(instantOption("--at <instant>", "when the server names the run (default: now)"))
    .option("--json", "print the run as JSON")
    .action(async (run: string, options: { at?: string; json?: boolean }) => {
      const { nameRun } = await import("./change-run-card.ts");
      await nameRun(run, options);
    });

const restoreCommand = (): Command =>
  new Command("restore")
    .description("restore a withdrawn run")
    .argument("<run>", RUN_ARGUMENT)
    .option("--json", "print the run as JSON")
    .addHelpText("after", RESTORE_EXAMPLES)
    .action(async (run: string, options: { json?: boolean }) => {
      const { restoreRun } = await import("./change-run-card.ts");
      await restoreRun(run, options);
    });

export const runCommand = (): Command =>
  new Command("run")
    .description("show one run: its description, counts and score")
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
  $ omnidex runs --model my-model --json
  $ omnidex runs update run_3 --visibility public
  $ omnidex runs restore run_3`;

const UPDATE_EXAMPLES = `
The model's size, organization and page apply to all runs of the model. If other owners have runs
of it, only an administrator may change them.

Examples:
  $ omnidex runs update run_3 --visibility public --notes 'as in the paper'
  $ omnidex runs update run_3 --parameters 7B --url https://example.org/my-model`;

const RESTORE_EXAMPLES = `
A run that was scored appears in lists again. Any other run is open again, and submitting its file again scores it.

Examples:
  $ omnidex runs restore run_3`;

const RUN_EXAMPLES = `
Examples:
  $ omnidex run run_3
  $ omnidex run latest --json`;
