import { Command } from "commander";
import { VISIBILITIES } from "../../domain/vocabulary.ts";
import { SUBMISSION_FORMATS } from "../../formats/rows/submission-format.ts";
import {
  choiceOption,
  enumOption,
  instantOption,
  modalitiesOption,
  protocolOption,
  wholeNumber,
} from "../output/option-values.ts";
import type { SubmitCommandOptions } from "./run-field-options.ts";

export const submitCommand = (): Command =>
  new Command("submit")
    .description("submit result files, each as a run, and have them scored")
    .argument(
      "<file...>",
      "result files, or - for standard input, or folders of them; AVI-Bench: its tasks/*.json, or the folder",
    )
    .option("-b, --benchmark <slug>", "the benchmark (default: the one that the file names)")
    .option("-m, --model <name>", "the model (default: the one that the file names)")
    .option("--parameters <size>", "the model's size: 7B")
    .option("--organization <name>", "who made the model")
    .option("--model-url <url>", "the model's page")
    .addOption(modalitiesOption("--inputs <modalities>", "what the model was given besides the question: video,audio"))
    .option("--frames <number>", "how many frames it was given", wholeNumber(1))
    .option("--seed <number>", "the seed of the run", wholeNumber(0))
    .option("--prompt <name>", "the name of the prompt template")
    .addOption(protocolOption())
    .option("--notes <text>", "notes to store with the run")
    .option("--report-url <address>", "the https address of a report about the run")
    .option("--anonymous", "submit under a pseudonym, until 'omnidex runs name' names the run")
    .addOption(instantOption("--names-at <instant>", "when the server names an anonymous run automatically"))
    .option("--open-ended", "multiple-choice questions were asked without their options")
    .option("--judge", "have the server's judge read what the extractor cannot")
    .addOption(enumOption("--visibility <visibility>", "public or private (default: private)", VISIBILITIES))
    .option("--idempotency-key <key>", "a key that you choose; submitting again with it makes no second run")
    .addOption(
      choiceOption("--format <format>", "the format of the file (default: detected)", [
        "auto",
        ...SUBMISSION_FORMATS,
      ]).default("auto"),
    )
    .option("--recipe <file>", "read the file as the recipe's 'results' says")
    .option(
      "--epoch <number>",
      "submit only this epoch of an Inspect log, or repetition of VLMEvalKit's rows (default: each as a run)",
      wholeNumber(1),
    )
    .option("--each", "each file is a run of its own, also with --model")
    .option("-y, --yes", "submit several runs without asking")
    .option("-n, --dry-run", "validate each row, and store nothing")
    .option("--allow-partial", "submit the valid rows even if other rows cannot be used")
    .option("--json", "print the run and the reports as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (paths: readonly string[], options: SubmitCommandOptions) => {
      const { submit } = await import("./submit.ts");
      await submit(paths, options);
    });

const EXAMPLES = `
Formats: Omnidex (NDJSON, CSV, JSON, Parquet), lmms-eval samples, VLMEvalKit (xlsx, tsv, json), OmniVideoBench and MMWorld
results, AVI-Bench tasks, Inspect logs, rows of "every eval ever". docs/submitting.md describes how each is read.

Each of several files is a run, and so is each column of a table of answers and each epoch of a log. With --model, all files are of one run, as of a
harness that writes a file for each process.

Examples:
  $ omnidex submit results.jsonl --benchmark worldsense --model my-model --inputs video,audio
  $ omnidex submit Qwen2.5-Omni-7B_WorldSense_32frame_audio.xlsx --dry-run
  $ zcat results.jsonl.gz | omnidex submit - --benchmark worldsense --model my-model --inputs video
  $ omnidex submit gemini-2.5-pro/tasks --inputs video,image,audio
  $ omnidex submit results/* --benchmark video-mme
  $ omnidex submit logs/2026-02-18_worldsense.eval --epoch 2 --benchmark worldsense --inputs video`;
