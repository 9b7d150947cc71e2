import { Command, Option } from "commander";
import { EXTERNAL_METRICS } from "../../domain/external-metric.ts";
import { RUN_ARGUMENT } from "../slice/run-options.ts";
import type { ReportScoresOptions } from "./send-reported-scores.ts";

export const reportScoresCommand = (): Command =>
  new Command("report-scores")
    .description("store scores of a run's captions that another program computed")
    .argument("<run>", RUN_ARGUMENT)
    .argument("<file>", "rows with 'question' and 'value': CSV, NDJSON, JSON, xlsx, Parquet; - for standard input")
    .requiredOption("--source <text>", "the program that computed them, with its version and models")
    .addOption(new Option("--metric <metric>", "what they are").choices(EXTERNAL_METRICS).default(EXTERNAL_METRICS[0]))
    .option("--json", "print the counts as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (run: string, file: string, options: ReportScoresOptions) => {
      const { reportScores } = await import("./send-reported-scores.ts");
      await reportScores(run, file, options);
    });

const EXAMPLES = `
They stand beside the server's own scores, marked as reported, and no leaderboard ranks them. An empty value removes the stored
score of its question. Once every caption of the run has one, 'omnidex levels' has levels with them.

Examples:
  $ omnidex report-scores run_3 fense.csv --source 'fense 0.2, echecker-clotho-audiocaps-base'`;
