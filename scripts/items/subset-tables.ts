import { SUBSET_METHODS } from "../../src/domain/representative-subset.ts";
import { pickRuns, type ScoreTable, scoreTable } from "../../src/scoring/items/score-table.ts";
import {
  describeErrors,
  errorScaleOf,
  estimatesKey,
  familyFolds,
  type LeftOutEstimate,
  leftOutEstimates,
  runFolds,
  type SubsetTask,
} from "../../src/scoring/items/subset-errors.ts";
import { student95 } from "../../src/scoring/metrics/score-interval.ts";
import type { MmluAnswers } from "./mmlu-answers.ts";

const SIZES = [50, 100, 200];
const RANDOM_SIZES = [...SIZES, 250];
const SEED = 1;
const points = (share: number): string => (100 * share).toFixed(2);

const allOf = ({ questions }: ScoreTable): Int32Array => Int32Array.from({ length: questions }, (_, at) => at);

const taskOf = (table: ScoreTable, task: Partial<SubsetTask>): SubsetTask => ({
  table,
  slice: allOf(table),
  sizes: SIZES,
  methods: SUBSET_METHODS,
  seed: SEED,
  draws: 5,
  ...task,
});

/** The error of every method and size, leaving out a model and a family. */
export function printSubsets({ matrix }: MmluAnswers): void {
  const table = scoreTable(matrix);
  const task = taskOf(table, { sizes: RANDOM_SIZES });
  const alone = leftOutEstimates(task, runFolds(table.runs, table.runs));
  const families = leftOutEstimates(task, familyFolds(table.families, table.runs));
  console.log("\nError of the estimated full score in points: mean and 95th percentile");
  console.log("\n| method | questions | leaving out a model | leaving out a family |\n| --- | ---: | ---: | ---: |");
  for (const method of SUBSET_METHODS) {
    for (const size of RANDOM_SIZES) {
      const cells = [alone, families].map((found) => {
        const { mean, p95 } = describeErrors(found.get(estimatesKey(method, size)) ?? []);
        return `${points(mean)}, ${points(p95)}`;
      });
      console.log(`| ${method} | ${size} | ${cells.join(" | ")} |`);
    }
  }
}

/**
 * Measures the method, the error scale and the interval from the other families alone. For each family, everything is
 * measured again on the rest, by leaving out further families.
 */
export function printNested({ matrix }: MmluAnswers): void {
  const table = scoreTable(matrix);
  const found = new Map(SIZES.map((size) => [size, [] as { error: number; isCovered: boolean }[]]));
  for (const left of familyFolds(table.families, table.runs)) {
    const others = Array.from({ length: table.runs }, (_, run) => run).filter((run) => !left.includes(run));
    const rest = pickRuns(table, others);
    const inner = leftOutEstimates(taskOf(rest, {}), familyFolds(rest.families, rest.runs));
    const outer = leftOutEstimates(taskOf(table, {}), [left]);
    for (const size of SIZES) found.get(size)?.push(...judge(inner, outer, size, rest.runs));
  }
  console.log(
    "\nMethod and interval chosen without the left-out family: mean error in points, % of intervals that hold",
  );
  console.log("\n| questions | error | coverage |\n| ---: | ---: | ---: |");
  for (const [size, estimates] of found) {
    const covered = estimates.filter(({ isCovered }) => isCovered).length / estimates.length;
    const mean = estimates.reduce((sum, { error }) => sum + Math.abs(error), 0) / estimates.length;
    console.log(`| ${size} | ${points(mean)} | ${(100 * covered).toFixed(1)} of ${estimates.length} |`);
  }
}

type Estimates = ReadonlyMap<string, readonly LeftOutEstimate[]>;

function judge(
  inner: Estimates,
  outer: Estimates,
  size: number,
  runs: number,
): { error: number; isCovered: boolean }[] {
  const of = (found: Estimates, method: (typeof SUBSET_METHODS)[number]): readonly LeftOutEstimate[] =>
    found.get(estimatesKey(method, size)) ?? [];
  const method = SUBSET_METHODS.reduce((best, other) =>
    describeErrors(of(inner, other)).mean < describeErrors(of(inner, best)).mean ? other : best,
  );
  const scale = errorScaleOf(of(inner, method));
  return of(outer, method).map(({ error, modelError }) => ({
    error,
    isCovered: Math.abs(error) <= student95(runs - 1) * scale * modelError,
  }));
}
