/**
 * Measures how often `Score.interval` contains the true score, and how often a rank range contains the true rank, in
 * reproducible simulations. Prints the tables of bench/results/intervals.md and asserts nothing: `npm run measure:intervals -- 1
 * binary boards`. The first argument is a factor on the number of runs (default 1), followed by the names of the tables
 * (default all).
 */
import { printBoards, printRealBoards } from "./intervals/board-tables.ts";
import { COVERAGE_TABLES } from "./intervals/coverage-tables.ts";

const tables = new Map([...COVERAGE_TABLES, ["boards", printBoards], ["real-boards", printRealBoards]]);
const [factor = "1", ...asked] = process.argv.slice(2);
const names = asked.length > 0 ? asked : [...tables.keys()];

const unknown = names.find((name) => !tables.has(name));
if (unknown !== undefined || !(Number(factor) > 0)) {
  console.error(`Usage: measure:intervals [factor > 0] [${[...tables.keys()].join(" | ")} …]`);
  process.exit(1);
}
for (const name of names) {
  const start = performance.now();
  tables.get(name)?.(Number(factor));
  console.log(`${name}: ${((performance.now() - start) / 1_000).toFixed(0)} s`);
}
