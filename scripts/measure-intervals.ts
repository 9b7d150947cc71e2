/**
 * How often `Score.interval` holds the true score and a rank range the true rank, in simulations that repeat by their
 * seed. Prints the tables of docs/scoring.md and asserts nothing: `npm run measure:intervals -- 1 binary boards`, with a
 * factor on the number of runs (1 where it is missing) and the names of the tables (all where none is named).
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
