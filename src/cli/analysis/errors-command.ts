import { Command } from "commander";
import { type FormatOptions, formatOption } from "../output/format-option.ts";
import { jsonListOption } from "../output/json-option.ts";
import { RUN_ARGUMENT } from "../slice/run-options.ts";
import { addSliceOptions } from "../slice/slice-options.ts";
import type { ErrorsOptions } from "./print-errors.ts";

export const errorsCommand = (): Command =>
  addSliceOptions(
    new Command("errors")
      .description("how many of a run's predictions have each error type, within a slice")
      .argument("<run>", RUN_ARGUMENT)
      .addOption(jsonListOption())
      .addOption(formatOption())
      .addHelpText("after", ERRORS_EXAMPLES),
    { benchmark: false },
  ).action(async (run: string, options: ErrorsOptions) => {
    const { errors } = await import("./print-errors.ts");
    await errors(run, options);
  });

export const errorTypesCommand = (): Command =>
  new Command("error-types")
    .description("list the error types that the benchmarks' papers define, even before an import")
    .argument("[benchmark]", "list only those of this benchmark")
    .addOption(jsonListOption())
    .addOption(formatOption())
    .addHelpText("after", TYPES_EXAMPLES)
    .action(async (benchmark: string | undefined, options: FormatOptions & { readonly json?: boolean }) => {
      const { errorTypes } = await import("./print-errors.ts");
      await errorTypes(benchmark, options);
    });

const ERRORS_EXAMPLES = `
'omnidex label-errors' stores the error types. A prediction may have several.

Examples:
  $ omnidex errors run_3
  $ omnidex errors latest --level reasoning --audio speech`;

const TYPES_EXAMPLES = `
Predictions of a benchmark that is not listed may have any slugs as error types.

Examples:
  $ omnidex error-types
  $ omnidex error-types mmworld --json`;
