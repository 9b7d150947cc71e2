import { Argument } from "commander";
import { printBoards, printRealBoards } from "./intervals/board-tables.ts";
import { COVERAGE_TABLES } from "./intervals/coverage-tables.ts";
import { measurement, positive } from "./measurement.ts";

const tables = new Map([...COVERAGE_TABLES, ["boards", printBoards], ["real-boards", printRealBoards]]);
const [factor, names] = measurement(
  "intervals",
  "Simulates with fixed seeds. Prints the tables of bench/results/intervals.md.",
)
  .argument("[factor]", "factor on the number of runs", positive, 1)
  .addArgument(new Argument("[tables...]", "what to measure").choices([...tables.keys()]).default([...tables.keys()]))
  .parse().processedArgs as [number, readonly string[]];
for (const name of names) {
  const start = performance.now();
  tables.get(name)?.(factor);
  console.log(`${name}: ${((performance.now() - start) / 1_000).toFixed(0)} s`);
}
