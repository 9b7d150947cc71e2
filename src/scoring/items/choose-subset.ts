import {
  type MethodError,
  type RepresentativeSubset,
  SUBSET_METHODS,
  type SubsetMethod,
} from "../../domain/representative-subset.ts";
import { chooseQuestions } from "./choose-questions.ts";
import { evidenceOf } from "./evidence.ts";
import { fitItems } from "./fit-items.ts";
import type { ScoreTable } from "./item-scores.ts";
import { seededRandom } from "./seeded-random.ts";
import {
  describeErrors,
  type Estimates,
  errorScaleOf,
  estimatesKey,
  familyFolds,
  foldEstimates,
  joinedEstimates,
  type LeftOutEstimate,
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

/** Runs that are left out together. */
export interface SubsetFold {
  readonly by: "family" | "run";
  /** The number of the fold among those of its kind, from 0. */
  readonly fold: number;
  /** The indexes of the left-out runs. */
  readonly runs: readonly number[];
}

/** The folds of a table: first those of families, then those of runs. */
export function subsetFolds(
  table: Pick<ScoreTable, "questions" | "runs" | "families">,
  most = foldsWithin(table),
): readonly SubsetFold[] {
  const folds = (by: SubsetFold["by"], groups: readonly (readonly number[])[]): SubsetFold[] =>
    groups.map((runs, fold) => ({ by, fold, runs }));
  return [...folds("family", familyFolds(table.families, most)), ...folds("run", runFolds(table.runs, most))];
}

function taskOf(table: ScoreTable, { slice, size, seed = 1, methods = SUBSET_METHODS }: SubsetOptions): SubsetTask {
  const questions = slice ?? Int32Array.from({ length: table.questions }, (_, question) => question);
  if (!(Number.isInteger(size) && size >= 1 && size <= questions.length))
    throw new RangeError(`a subset of ${size} questions; expected 1 to ${questions.length}`);
  return { table, slice: questions, sizes: [size], methods, seed, draws: DRAWS };
}

/** The estimated full scores of the left-out runs of one fold. */
export const subsetFoldEstimates = (table: ScoreTable, options: SubsetOptions, { runs, fold }: SubsetFold): Estimates =>
  foldEstimates(taskOf(table, options), runs, fold);

/**
 * Chooses the questions whose scores predict the full score best. Every run is left out in turn, and then every family.
 * If there are more runs or families than `folds`, several are left out together. Each time, every method chooses
 * questions and estimates the full scores of the left-out runs. The method with the smallest mean error over left-out
 * families is then applied to all runs. A left-out run has no part in the fit, the choice or the estimator.
 * @throws RangeError if the size is not from 1 to the number of questions
 */
export function representativeSubset(table: ScoreTable, options: SubsetOptions): RepresentativeSubset {
  const folds = subsetFolds(table, options.folds);
  const task = taskOf(table, options);
  return subsetOfFolds(
    table,
    options,
    folds,
    folds.map(({ runs, fold }) => foldEstimates(task, runs, fold)),
  );
}

/** The last step of `representativeSubset`. @param estimates those of each fold */
export function subsetOfFolds(
  table: ScoreTable,
  options: SubsetOptions,
  folds: readonly SubsetFold[],
  estimates: readonly Estimates[],
): RepresentativeSubset {
  const task = taskOf(table, options);
  const [size, methods] = [options.size, task.methods];
  const joined = (wanted: SubsetFold["by"]): Estimates =>
    joinedEstimates(estimates.filter((_, index) => folds[index]?.by === wanted));
  const [families, alone] = [joined("family"), joined("run")];
  const errors = rankMethods(methods, size, alone, families);
  const method = errors[0]?.method ?? "RANDOM";
  const count = (wanted: SubsetFold["by"]): number => folds.filter(({ by }) => by === wanted).length;
  return {
    ...chosenByAll(task, method, size, families.get(estimatesKey(method, size)) ?? []),
    errors,
    folds: { runs: count("run"), families: count("family") },
  };
}

const rankMethods = (
  methods: readonly SubsetMethod[],
  size: number,
  alone: Estimates,
  families: Estimates,
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
