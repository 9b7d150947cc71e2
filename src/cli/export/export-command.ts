import { Command } from "commander";
import { choiceOption } from "../output/option-values.ts";
import { addSliceOptions } from "../slice/slice-options.ts";
import type { ExportQuestionsOptions, ExportRunOptions } from "./export-files.ts";
import { QUESTION_FORMATS, RUN_FORMATS } from "./export-formats.ts";

const OUTPUT = "-o, --output <file>";

export const exportCommand = (): Command =>
  new Command("export")
    .description("download files that the server makes, for other tools or to import again")
    .addCommand(runCommand())
    .addCommand(questionsCommand())
    .addCommand(benchmarkCommand())
    .addCommand(croissantCommand())
    .addHelpText("after", EXPORT_EXAMPLES);

const EXPORT_EXAMPLES = `
Examples:
  $ omnidex export run run_3 --format inspect --output log.json
  $ omnidex export questions --audio music --format parquet --output music.parquet
  $ omnidex export benchmark kitchen-sounds --output kitchen-sounds.json
  $ omnidex export croissant worldsense`;

const runCommand = (): Command =>
  new Command("run")
    .description("export a scored run in the format of a harness")
    .argument("<run>", "an id, 'latest', or a model that has one run")
    .addOption(
      choiceOption(
        "--format <format>",
        "the format of the file (default: by its extension, else omnidex)",
        RUN_FORMATS,
      ),
    )
    .option(OUTPUT, "where to write it; a folder gets all files of the format, under their usual names")
    .addHelpText("after", RUN_HELP)
    .action(async (run: string, options: ExportRunOptions) => {
      const { exportRun } = await import("./export-files.ts");
      await exportRun(run, options);
    });

const RUN_HELP = `
Formats: omnidex (NDJSON) and csv are rows that 'omnidex submit' takes; lmms-eval its samples, lmms-eval-results its summary;
eee is a record of "every eval ever", eee-instances its rows; inspect a JSON log of Inspect; hf-eval-results
(.yaml) a file for the .eval_results folder of a model's repository on the Hugging Face Hub; model-card (.md) model-index metadata
with a table. A folder gets both files of eee, below data/<benchmark>/<developer>/<model>, and of lmms-eval.

Examples:
  $ omnidex export run run_12 --format inspect --output run.json
  $ omnidex export run my-model --format eee --output results/
  $ omnidex export run my-model --format hf-eval-results --output my-model-repository/
  $ omnidex export run my-model --output model-card.md`;

const questionsCommand = (): Command =>
  addSliceOptions(
    new Command("questions")
      .description("export the questions of a slice, with all their fields")
      .addOption(
        choiceOption(
          "--format <format>",
          "the format of the file (default: by its extension, else ndjson)",
          QUESTION_FORMATS,
        ),
      )
      .option(OUTPUT, "where to write it (default: standard output)"),
  ).action(async (options: ExportQuestionsOptions) => {
    const { exportQuestions } = await import("./export-files.ts");
    await exportQuestions(options);
  });

const benchmarkCommand = (): Command =>
  new Command("benchmark")
    .description("export a benchmark, answers included, as one file that 'omnidex import' reads")
    .argument("<slug>", "the benchmark")
    .option(OUTPUT, "where to write it (default: standard output)")
    .action(async (slug: string, { output }: { readonly output?: string }) => {
      const { exportBenchmark } = await import("./export-files.ts");
      await exportBenchmark(`/export/benchmarks/${encodeURIComponent(slug)}.json`, output);
    });

const croissantCommand = (): Command =>
  new Command("croissant")
    .description("export a benchmark's description as Croissant 1.1, for dataset search engines and loaders")
    .argument("<slug>", "the benchmark")
    .option(OUTPUT, "where to write it (default: standard output)")
    .action(async (slug: string, { output }: { readonly output?: string }) => {
      const { exportBenchmark } = await import("./export-files.ts");
      await exportBenchmark(`/croissant/${encodeURIComponent(slug)}`, output);
    });
