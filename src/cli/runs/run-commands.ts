import { Command, Option } from "commander";
import { EXTERNAL_METRICS, OUTCOMES, RUN_STATUSES, VISIBILITIES } from "../../domain/vocabulary.ts";
import type { RunOrderField } from "../../sdk/types.ts";
import { formatOption, jsonListOption } from "../output/format-option.ts";
import {
  collectWords,
  enumListOption,
  enumOption,
  instantOption,
  nonEmptyText,
  protocolOption,
  wholeNumber,
} from "../output/option-values.ts";
import { addRunOptions, RUN_ARGUMENT } from "../slice/run-options.ts";
import { addSliceOptions } from "../slice/slice-options.ts";
import type { UpdateOptions, WithdrawOptions } from "./change-run-card.ts";
import type { PredictionsOptions } from "./predictions.ts";
import type { RescoreOptions } from "./rescore.ts";
import type { RunsOptions } from "./runs.ts";
import type { LabelErrorsOptions, ReportScoresOptions } from "./send-labels-and-scores.ts";

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

export const predictionsCommand = (): Command =>
  addSliceOptions(
    new Command("predictions")
      .description("list a run's predictions with their questions, within a slice")
      .argument("<run>", RUN_ARGUMENT)
      .addOption(
        new Option("--wrong", "only those that count as wrong: wrong, unparsed and errored").conflicts("outcome"),
      )
      .addOption(enumListOption("--outcome <outcomes>", "only those with these outcomes", LISTED_OUTCOMES))
      .option("--response <text>", "only those whose response contains this, in any case", nonEmptyText)
      .option("--error-type <slugs>", "only those with one of these error types; repeat it or use commas", collectWords)
      .option("-L, --limit <number>", "at most this many (default: 30 in a table, else all)", wholeNumber(1))
      .addOption(jsonListOption())
      .addOption(
        enumOption("--format <format>", "table, csv, md, latex or ndjson", PREDICTION_FORMATS).conflicts("json"),
      )
      .addHelpText("after", PREDICTIONS_EXAMPLES),
    { benchmark: false },
  ).action(async (run: string, options: PredictionsOptions) => {
    const { predictions } = await import("./predictions.ts");
    await predictions(run, options);
  });

/** A question without a prediction has nothing to list. */
const LISTED_OUTCOMES = OUTCOMES.filter((outcome) => outcome !== "MISSING");
const PREDICTION_FORMATS = ["TABLE", "CSV", "MD", "LATEX", "NDJSON"] as const;

const PREDICTIONS_EXAMPLES = `
READ is the answer that was read from the response, ANSWER the key, if you may see it. 'omnidex export run' writes all of a run to a
file, in the formats of other tools.

Examples:
  $ omnidex predictions run_3 --wrong --audio music
  $ omnidex predictions demo-large --outcome unparsed --format ndjson > unparsed.ndjson
  $ omnidex predictions latest --level reasoning --response 'cannot determine'`;

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
    .addOption(protocolOption())
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

export const withdrawCommand = (): Command =>
  new Command("withdraw")
    .description("withdraw a run, so that no list shows it")
    .argument("<run>", RUN_ARGUMENT)
    .option("--reason <text>", "why; it is stored with the run")
    .option("--json", "print the run as JSON")
    .addHelpText("after", WITHDRAW_EXAMPLES)
    .action(async (run: string, options: WithdrawOptions) => {
      const { withdraw } = await import("./change-run-card.ts");
      await withdraw(run, options);
    });

const WITHDRAW_EXAMPLES = `
Examples:
  $ omnidex withdraw run_3 --reason 'the wrong checkpoint'`;

export const rescoreCommand = (): Command =>
  new Command("rescore")
    .description("score a run again with the current answer key and extractor")
    .argument("[run]", `${RUN_ARGUMENT}; optional with --dry-run, left out with --benchmark`)
    .option(
      "-b, --benchmark <slug>",
      "your runs of this benchmark that an earlier version scored: say what would change, then ask",
    )
    .option("-y, --yes", "with --benchmark: do not ask")
    .option("--judge", "have the server's judge read the responses that the extractor cannot, and nothing else")
    .option(
      "--dry-run",
      "say what it would change, and store nothing; without a run, for your runs that an earlier version scored",
    )
    .option("--reason <text>", "why; it is stored with the scoring")
    .option("--json", "print the run as JSON")
    .addHelpText("after", RESCORE_EXAMPLES)
    .action(async (run: string | undefined, options: RescoreOptions) => {
      const { rescore } = await import("./rescore.ts");
      await rescore(run, options);
    });

const RESCORE_EXAMPLES = `
Both scores are kept. If nothing has changed since the last scoring, nothing is done.
--benchmark never changes runs of other owners. Without a terminal, it changes nothing unless --yes is given.

Examples:
  $ omnidex rescore run_3 --reason 'the judge is available again'
  $ omnidex rescore run_3 --judge
  $ omnidex rescore --benchmark worldsense           # what would change; asks before it is stored
  $ omnidex rescore --dry-run                        # your runs that an earlier version scored`;

export const labelErrorsCommand = (): Command =>
  new Command("label-errors")
    .description("store the error types of a run's predictions, as its owner or a maintainer of its benchmark")
    .argument("<run>", RUN_ARGUMENT)
    .argument("<file>", "rows with 'question' and 'errorType': CSV, NDJSON, JSON, xlsx, Parquet; - for standard input")
    .option("-n, --dry-run", "check each row, and store nothing")
    .option("--json", "print the counts as JSON")
    .addHelpText("after", LABEL_ERRORS_EXAMPLES)
    .action(async (run: string, file: string, options: LabelErrorsOptions) => {
      const { labelErrors } = await import("./send-labels-and-scores.ts");
      await labelErrors(run, file, options);
    });

const LABEL_ERRORS_EXAMPLES = `
The types of a question take the place of those that its prediction had; other predictions keep theirs. A question with several
types has several rows, or one with a list (reasoning,hallucinations). An empty cell removes the types. Either all rows are
stored or none. 'omnidex error-types' lists the types of the papers, which are the only ones on these benchmarks.

Examples:
  $ omnidex label-errors run_3 labels.csv --dry-run
  $ omnidex export run run_3 -o run.csv              # has the error types, which can be edited there
  $ omnidex label-errors run_3 run.csv`;

export const reportScoresCommand = (): Command =>
  new Command("report-scores")
    .description("store scores of a run's captions that another program computed")
    .argument("<run>", RUN_ARGUMENT)
    .argument("<file>", "rows with 'question' and 'value': CSV, NDJSON, JSON, xlsx, Parquet; - for standard input")
    .requiredOption("--source <text>", "the program that computed them, with its version and models")
    .addOption(new Option("--metric <metric>", "what they are").choices(EXTERNAL_METRICS).default(EXTERNAL_METRICS[0]))
    .option("--json", "print the counts as JSON")
    .addHelpText("after", REPORT_SCORES_EXAMPLES)
    .action(async (run: string, file: string, options: ReportScoresOptions) => {
      const { reportScores } = await import("./send-labels-and-scores.ts");
      await reportScores(run, file, options);
    });

const REPORT_SCORES_EXAMPLES = `
They stand beside the server's own scores, marked as reported, and no leaderboard ranks them. An empty value removes the stored
score of its question. Once every caption of the run has one, 'omnidex levels' has levels with them.

Examples:
  $ omnidex report-scores run_3 fense.csv --source 'fense 0.2, echecker-clotho-audiocaps-base'`;
