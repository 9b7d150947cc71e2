import { Argument } from "commander";
import { printEquality, printLargeTimes, printRecovery, printStability, printTimes } from "./items/fit-tables.ts";
import { printKeyErrors, printNaturalSuspects, printOtherRanking } from "./items/key-error-tables.ts";
import { type MmluAnswers, mmluAnswers } from "./items/mmlu-answers.ts";
import { printNested, printSubsets } from "./items/subset-tables.ts";
import { measurement } from "./measurement.ts";

const onAnswers =
  (print: (answers: MmluAnswers) => void): (() => void) =>
  () => {
    const answers = mmluAnswers();
    if (answers === null)
      console.log("Skipped: mmlu-pro/choices.csv.gz is not in OMNIDEX_DATASETS nor in ../shared/datasets.");
    else print(answers);
  };

const TABLES: ReadonlyMap<string, () => void> = new Map([
  ["times", onAnswers(printTimes)],
  ["large", printLargeTimes],
  ["equality", onAnswers(printEquality)],
  ["recovery", printRecovery],
  ["stability", onAnswers(printStability)],
  ["keys", onAnswers(printKeyErrors)],
  ["other", onAnswers(printOtherRanking)],
  ["natural", onAnswers(printNaturalSuspects)],
  ["subsets", onAnswers(printSubsets)],
  ["nested", onAnswers(printNested)],
]);

const [names] = measurement("items", "Prints the tables of bench/results/item-analysis.md.")
  .addArgument(new Argument("[tables...]", "what to measure").choices([...TABLES.keys()]).default([...TABLES.keys()]))
  .parse().processedArgs as [readonly string[]];
for (const name of names) TABLES.get(name)?.();
