import { resolve } from "node:path";
import { omnidexExtractor } from "../../src/reading/omnidex/omnidex-extractor.ts";
import { measure } from "./extraction/measurement.ts";
import { asMarkdown, asText, type TextTable, tablesOf } from "./extraction/measurement-tables.ts";
import { officialLetterTable } from "./extraction/official-letters.ts";
import { optionTextTable } from "./extraction/option-texts.ts";
import { failureOf, readOutput } from "./extraction/reading-tally.ts";
import { KINDS, modelsIn, OUTPUTS_FOLDER, realOutputs } from "./extraction/real-outputs.ts";
import { timeAgainst } from "./extraction/time-against.ts";
import { measurement } from "./measurement.ts";

const TAIL = 400;

interface Options {
  readonly data: string;
  readonly json?: true;
  readonly markdown?: true;
  readonly omnidexOnly?: true;
  readonly every: string;
  readonly sample?: readonly string[];
  readonly against?: string;
}

const options = measurement(
  "extraction",
  "Reads MMLU-Pro's published logs in ../shared/datasets/mmlu-pro, and skips if they are missing.",
)
  .option("--data <folder>", "folder with questions.jsonl.gz, labels.jsonl and outputs/", OUTPUTS_FOLDER)
  .option("--json", "print the counts as JSON")
  .option("--markdown", "print the tables as Markdown")
  .option("--omnidex-only", "leave the other extractors out")
  .option("--every <n>", "the other extractors read every n-th response, and all labelled ones", "20")
  .option("--sample <what...>", "<model> <kind> <n>: print n misread responses; all stands for every model")
  .option("--against <commit>", "print the time beside that of an earlier version instead")
  .parse()
  .opts<Options>();

if (modelsIn(options.data).length === 0) console.log(`skipped: there are no outputs in ${options.data}`);
else if (options.against !== undefined) await printTimes(options.against);
else if (options.sample !== undefined) printSample(options.sample);
else printMeasurement();

/** Prints times and their ratios. On a busy machine, times vary, but ratios within one process are reliable. */
async function printTimes(commit: string): Promise<void> {
  const times = await timeAgainst(commit, options.data, everyNth());
  for (const { model, before, now } of times) printTime(model, before, now);
  printTime("mean", meanOf(times.map(({ before }) => before)), meanOf(times.map(({ now }) => now)));
}

function printTime(name: string, before: number, now: number): void {
  console.log(`${name.padEnd(28)} ${before.toFixed(0)} → ${now.toFixed(0)} µs  ${(now / before).toFixed(2)}`);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function everyNth(): number {
  if (!/^[1-9]\d*$/.test(options.every)) fail(`'${options.every}' is not a whole number from 1.`);
  return Number(options.every);
}

function printMeasurement(): void {
  const measurement = measure(options.data, options.omnidexOnly === true, everyNth());
  if (options.json) console.log(JSON.stringify(measurement, null, 2));
  else
    console.log(
      [...tablesOf(measurement), ...otherTables(options.data)].map(options.markdown ? asMarkdown : asText).join("\n"),
    );
}

function otherTables(folder: string): TextTable[] {
  return [optionTextTable(folder), officialLetterTable(resolve(folder, "../field/xmodbench"))].filter(
    (table) => table !== null,
  );
}

function printSample([model = "all", kind = "labelled", count = "10"]: readonly string[]): void {
  const known = modelsIn(options.data);
  if (model !== "all" && !known.includes(model)) fail(`There is no model '${model}'; there are: ${known.join(", ")}.`);
  if (!KINDS.some((one) => one === kind)) fail(`There is no kind '${kind}'; there are: ${KINDS.join(", ")}.`);
  if (!/^\d+$/.test(count)) fail(`'${count}' is not a number of responses.`);
  let left = Number(count);
  for (const { model: own, outputs } of realOutputs(options.data)) {
    if (model !== "all" && own !== model) continue;
    for (const output of outputs) {
      if (left === 0) return;
      if (output.kind !== kind || output.gold === undefined) continue;
      const read = readOutput(omnidexExtractor, output);
      const failure = failureOf(output.gold, read);
      if (failure === null) continue;
      left -= 1;
      const head = `${own} ${output.id}  ${failure}: gold ${output.gold ?? "none"}, read ${read ?? "none"}`;
      console.log(`${head}\n${JSON.stringify(output.response.slice(-TAIL))}\n`);
    }
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
