import { SUBSET_METHODS, type SubsetMethod } from "../../../src/domain/representative-subset.ts";
import { pickRuns, type ScoreTable, scoreTable } from "../../../src/scoring/items/item-scores.ts";
import {
  describeErrors,
  errorScaleOf,
  estimatesKey,
  familyFolds,
  type LeftOutEstimate,
  leftOutEstimates,
  runFolds,
  type SubsetTask,
} from "../../../src/scoring/items/subset-errors.ts";
import { student95 } from "../../../src/scoring/metrics/score-interval.ts";
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

/** Prints the error of every method and size, with one model left out and with one family of models left out. */
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

/** How often each left-out model is estimated, by methods that draw at random: five draws for each of five seeds. */
const OUTER_DRAWS = 25;

/** The estimates of one left-out model over all draws. */
interface Judged {
  /** The mean size of its errors. */
  readonly error: number;
  /** The share of its intervals that contain the full score. */
  readonly covered: number;
}

/**
 * Measures the errors for runs of a new family of models. For each family, the method, the error scale and the interval
 * are chosen from the other families alone, by leaving out each of those families in turn. Each left-out model counts
 * once.
 */
export function printNested({ matrix }: MmluAnswers): void {
  const table = scoreTable(matrix);
  const methods = [null, ...SUBSET_METHODS];
  const found = new Map<string, Judged[]>();
  for (const left of familyFolds(table.families, table.runs)) {
    const others = Array.from({ length: table.runs }, (_, run) => run).filter((run) => !left.includes(run));
    const rest = pickRuns(table, others);
    const inner = leftOutEstimates(taskOf(rest, {}), familyFolds(rest.families, rest.runs));
    const outer = leftOutEstimates(taskOf(table, { draws: OUTER_DRAWS }), [left]);
    for (const size of SIZES)
      for (const method of methods) {
        const key = `${method ?? "BEST"} | ${size}`;
        const judged = left.map((run) => judge(inner, outer, { size, runs: rest.runs, run, method }));
        found.set(key, [...(found.get(key) ?? []), ...judged]);
      }
  }
  console.log(
    `\nEverything chosen without the left-out family, over all ${table.runs} models and ${OUTER_DRAWS} draws`,
  );
  console.log(
    "\n| method | questions | mean error in points | % of intervals that hold |\n| --- | ---: | ---: | ---: |",
  );
  for (const method of methods) {
    for (const size of SIZES) {
      const key = `${method ?? "BEST"} | ${size}`;
      console.log(`| ${key} | ${describeJudged(found.get(key) ?? [])} |`);
    }
    const all = SIZES.flatMap((size) => found.get(`${method ?? "BEST"} | ${size}`) ?? []);
    console.log(`| ${method ?? "BEST"} | all | ${describeJudged(all)} |`);
  }
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const describeJudged = (judged: readonly Judged[]): string =>
  `${points(meanOf(judged.map(({ error }) => error)))} | ${(100 * meanOf(judged.map(({ covered }) => covered))).toFixed(1)}`;

type Estimates = ReadonlyMap<string, readonly LeftOutEstimate[]>;

interface Judgement {
  readonly size: number;
  /** How many runs the interval comes from. */
  readonly runs: number;
  /** The left-out run. */
  readonly run: number;
  /** Null for the best method over the other families. */
  readonly method: SubsetMethod | null;
}

function judge(inner: Estimates, outer: Estimates, { size, runs, run, method }: Judgement): Judged {
  const of = (found: Estimates, name: SubsetMethod): readonly LeftOutEstimate[] =>
    found.get(estimatesKey(name, size)) ?? [];
  const used =
    method ??
    SUBSET_METHODS.reduce((best, other) =>
      describeErrors(of(inner, other)).mean < describeErrors(of(inner, best)).mean ? other : best,
    );
  const scale = errorScaleOf(of(inner, used));
  const own = of(outer, used).filter((estimate) => estimate.run === run);
  return {
    error: meanOf(own.map(({ error }) => Math.abs(error))),
    covered: meanOf(
      own.map(({ error, modelError }) => Number(Math.abs(error) <= student95(runs - 1) * scale * modelError)),
    ),
  };
}
