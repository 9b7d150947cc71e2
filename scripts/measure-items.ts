/**
 * Measures the figures of bench/results/item-analysis.md about the statistics of questions: times, equality with a second
 * implementation, recovery of simulated parameters, detection of wrong keys, subsets, stability. Prints the tables and
 * asserts nothing: `npm run measure:items -- keys subsets`, with the names of the tables (default all).
 */
import { printEquality, printLargeTimes, printRecovery, printStability, printTimes } from "./items/fit-tables.ts";
import { printKeyErrors, printNaturalSuspects, printOtherRanking } from "./items/key-error-tables.ts";
import { type MmluAnswers, mmluAnswers } from "./items/mmlu-answers.ts";
import { printNested, printSubsets } from "./items/subset-tables.ts";

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

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !TABLES.has(name));
if (unknown !== undefined) {
  console.error(`Usage: measure:items [${[...TABLES.keys()].join(" | ")} …]`);
  process.exit(1);
}
for (const name of asked.length > 0 ? asked : TABLES.keys()) TABLES.get(name)?.();
