import { Command, Help } from "commander";
import { CLIENT_COLUMNS } from "../../formats/questions/question-columns.ts";
import type { QuestionOrderField } from "../../sdk/types.ts";
import { QUESTION_FILE_FORMATS, TABLE_ONLY_FORMATS } from "../export/export-formats.ts";
import { formatOption, jsonListOption } from "../output/format-option.ts";
import { choiceOption, collectWords, enumOption, wholeNumber } from "../output/option-values.ts";
import { addSliceOptions } from "../slice/slice-options.ts";
import type { PromptsOptions } from "./prompts.ts";
import type { QuestionsOptions } from "./questions.ts";

const ORDERS = ["ORDINAL", "KEY", "DURATION"] as const satisfies readonly QuestionOrderField[];

export const questionsCommand = (): Command =>
  addSliceOptions(
    new Command("questions")
      .description("list the questions of a slice, or write them to a file")
      .option("-o, --output <file>", "write them to a file: .ndjson, .json, .csv or .parquet; - for standard output")
      .addOption(
        choiceOption("--format <format>", "the format of the file, regardless of its name, or of the table", [
          ...QUESTION_FILE_FORMATS,
          ...TABLE_ONLY_FORMATS,
        ]),
      )
      .option("--columns <names>", "the columns, separated by commas", collectWords)
      .option("-L, --limit <number>", "at most this many (default: 30 in the table, else all)", wholeNumber(1))
      .option("--count", "print only the number of questions")
      .option("-p, --prompt [template]", "add each question's prompt; 'omnidex prompts' lists the templates")
      .addOption(enumOption("--sort <field>", "the field to sort by", ORDERS))
      .option("--desc", "sort in descending order")
      .addOption(jsonListOption())
      .addHelpText("after", QUESTIONS_EXAMPLES),
  ).action(async (options: QuestionsOptions) => {
    const { questions } = await import("./questions.ts");
    await questions(options);
  });

const columnNames = CLIENT_COLUMNS.map(({ name }) => name).join(", ");

const QUESTIONS_EXAMPLES = `
${new Help().boxWrap(`Columns: ${columnNames}; with --prompt, prompt.`, 120)}

Examples:
  $ omnidex questions --audio music --level reasoning --min-duration 10m
  $ omnidex questions -b worldsense --task event-counting --output counting.parquet
  $ omnidex questions -b omnivideobench --columns key,text,options --json
  $ omnidex questions -b omnivideobench --prompt --columns key,prompt --output asked.csv
  $ omnidex questions --text 'violin or piano' --count`;

export const promptsCommand = (): Command =>
  new Command("prompts")
    .description("list the benchmarks' own evaluation prompts, as templates")
    .argument("[benchmark]", "list only the templates that fit this benchmark, its default first")
    .option("-w, --wording", "print the text of each template")
    .addOption(jsonListOption())
    .addOption(formatOption().conflicts("wording"))
    .addHelpText("after", PROMPTS_EXAMPLES)
    .action(async (benchmark: string | undefined, options: PromptsOptions) =>
      (await import("./prompts.ts")).prompts(benchmark, options),
    );

const PROMPTS_EXAMPLES = `
Examples:
  $ omnidex prompts worldsense
  $ omnidex prompts omnivideobench --wording
  $ omnidex questions -b worldsense --prompt worldsense/audio --output asked.ndjson`;
