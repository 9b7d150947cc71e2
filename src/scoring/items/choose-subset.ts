import {
  type MethodError,
  type RepresentativeSubset,
  SUBSET_METHODS,
  type SubsetMethod,
} from "../../domain/representative-subset.ts";
import { chooseQuestions } from "./choose-questions.ts";
import { evidenceOf } from "./evidence.ts";
import { fitItems } from "./fit-items.ts";
import type { ScoreTable } from "./score-table.ts";
import { seededRandom } from "./seeded-random.ts";
import {
  describeErrors,
  errorScaleOf,
  estimatesKey,
  familyFolds,
  type LeftOutEstimate,
  leftOutEstimates,
  runFolds,
  type SubsetTask,
} from "./subset-errors.ts";
import { estimatorOf, scoreCurve } from "./subset-estimator.ts";

export interface SubsetOptions {
  /** How many questions to choose, from 1 to the number of questions of the slice. */
  readonly size: number;
  /** The questions that the full score covers; all questions of the table if missing. */
  readonly slice?: Int32Array;
  readonly seed?: number;
  /** The methods to compare; all methods if missing. */
  readonly methods?: readonly SubsetMethod[];
  /**
   * The maximum number of folds, which are groups of runs that are left out together. It applies to leaving out by run
   * and again to leaving out by family. `foldsWithin(table)` if missing.
   */
  readonly folds?: number;
}

/** The maximum number of scores that all fits together read. One core takes about a minute for that many scores. */
const WORK = 60_000_000;
const [FEWEST_FOLDS, MOST_FOLDS] = [3, 30];

/**
 * The maximum number of folds for each of the two ways of leaving runs out (by run and by family), given a limit on the
 * number of scores read.
 */
export const foldsWithin = ({ questions, runs }: Pick<ScoreTable, "questions" | "runs">, work = WORK): number =>
  Math.max(FEWEST_FOLDS, Math.min(MOST_FOLDS, Math.floor(work / (2 * Math.max(1, questions * runs)))));

const DRAWS = 5;

/**
 * Chooses the questions whose scores predict the full score best. Every run is left out in turn, and then every family.
 * If there are more runs or families than `folds`, several are left out together. Each time, every method chooses
 * questions and estimates the full scores of the left-out runs. The method with the smallest mean error over left-out
 * families is then applied to all runs. A left-out run has no part in the fit, the choice or the estimator.
 * @throws RangeError if the size is not from 1 to the number of questions
 */
export function representativeSubset(table: ScoreTable, options: SubsetOptions): RepresentativeSubset {
  const slice = options.slice ?? Int32Array.from({ length: table.questions }, (_, question) => question);
  const { size, seed = 1, methods = SUBSET_METHODS, folds = foldsWithin(table) } = options;
  if (!(Number.isInteger(size) && size >= 1 && size <= slice.length))
    throw new RangeError(`a subset of ${size} questions; expected 1 to ${slice.length}`);
  const task: SubsetTask = { table, slice, sizes: [size], methods, seed, draws: DRAWS };
  const [byFamily, byRun] = [familyFolds(table.families, folds), runFolds(table.runs, folds)];
  const families = leftOutEstimates(task, byFamily);
  const alone = leftOutEstimates(task, byRun);
  const errors = rankMethods(methods, size, alone, families);
  const method = errors[0]?.method ?? "RANDOM";
  const estimates = families.get(estimatesKey(method, size)) ?? [];
  return {
    ...chosenByAll(task, method, size, estimates),
    errors,
    folds: { runs: byRun.length, families: byFamily.length },
  };
}

const rankMethods = (
  methods: readonly SubsetMethod[],
  size: number,
  alone: ReadonlyMap<string, readonly LeftOutEstimate[]>,
  families: ReadonlyMap<string, readonly LeftOutEstimate[]>,
): MethodError[] =>
  methods
    .map((method) => ({
      method,
      leaveOneOut: describeErrors(alone.get(estimatesKey(method, size)) ?? []),
      leaveFamilyOut: describeErrors(families.get(estimatesKey(method, size)) ?? []),
    }))
    .sort((a, b) => a.leaveFamilyOut.mean - b.leaveFamilyOut.mean);

function chosenByAll(
  { table, slice, seed }: SubsetTask,
  method: SubsetMethod,
  size: number,
  estimates: readonly LeftOutEstimate[],
): Omit<RepresentativeSubset, "errors" | "folds"> {
  const fit = fitItems(table);
  const candidates = slice.filter((question) => !Number.isNaN(fit.discrimination[question] ?? Number.NaN));
  const chosen = chooseQuestions(method, fit, candidates, Math.min(size, candidates.length), seededRandom(seed));
  const evidence = evidenceOf(Array.from(table.families, (family) => ({ family })));
  return {
    method,
    seed,
    of: slice.length,
    ...chosen,
    estimator: {
      ...estimatorOf(method, chosen, fit, scoreCurve(fit, candidates)),
      errorScale: errorScaleOf(estimates),
      freedom: Math.max(1, evidence.runs - 1),
    },
    evidence,
  };
}
