import { Command } from "commander";
import { RUN_ARGUMENT } from "../slice/run-options.ts";
import type { LabelErrorsOptions } from "./send-error-labels.ts";

export const labelErrorsCommand = (): Command =>
  new Command("label-errors")
    .description("store the error types of a run's predictions, as its owner or a maintainer of its benchmark")
    .argument("<run>", RUN_ARGUMENT)
    .argument("<file>", "rows with 'question' and 'errorType': CSV, NDJSON, JSON, xlsx, Parquet; - for standard input")
    .option("-n, --dry-run", "check each row, and store nothing")
    .option("--json", "print the counts as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (run: string, file: string, options: LabelErrorsOptions) => {
      const { labelErrors } = await import("./send-error-labels.ts");
      await labelErrors(run, file, options);
    });

const EXAMPLES = `
The types of a question take the place of those that its prediction had; other predictions keep theirs. A question with several
types has several rows, or one with a list (reasoning,hallucinations). An empty cell removes the types. Either all rows are
stored or none. 'omnidex error-types' lists the types of the papers, which are the only ones on these benchmarks.

Examples:
  $ omnidex label-errors run_3 labels.csv --dry-run
  $ omnidex export run run_3 -o run.csv              # has the error types, which can be edited there
  $ omnidex label-errors run_3 run.csv`;
