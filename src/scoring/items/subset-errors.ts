import type { SubsetError, SubsetMethod } from "../../domain/representative-subset.ts";
import { chooseQuestions } from "./choose-questions.ts";
import { fitItems } from "./fit-items.ts";
import { pickRuns, type ScoreTable } from "./item-scores.ts";
import { seededRandom } from "./seeded-random.ts";
import { estimateFullScore, estimatorOf, scoreCurve } from "./subset-estimator.ts";

/** The estimated full score of a run that had no part in the fit or the choice. */
export interface LeftOutEstimate {
  readonly run: number;
  /** The estimate minus the full score. */
  readonly error: number;
  /** The standard error that the model computes for the estimate. */
  readonly modelError: number;
}

/** The inputs of a measurement of errors. */
export interface SubsetTask {
  readonly table: ScoreTable;
  /** The ordinals of the questions that the full score covers. */
  readonly slice: Int32Array;
  readonly sizes: readonly number[];
  readonly methods: readonly SubsetMethod[];
  readonly seed: number;
  /** The number of random draws for each method that chooses at random. */
  readonly draws: number;
}

const DRAWN: ReadonlySet<SubsetMethod> = new Set(["RANDOM", "RANDOM_IRT", "STRATIFIED"]);

export const estimatesKey = (method: SubsetMethod, size: number): string => `${method} ${size}`;

/** Estimates by method and size; `estimatesKey` makes the keys. */
export type Estimates = ReadonlyMap<string, readonly LeftOutEstimate[]>;

/**
 * Estimates the full scores of left-out runs. For each fold, the model is fitted and the questions are chosen only with
 * the runs outside the fold.
 * @param folds for each fold, the indexes of the runs that are left out together
 */
export const leftOutEstimates = (task: SubsetTask, folds: readonly (readonly number[])[]): Estimates =>
  joinedEstimates(folds.map((left, fold) => foldEstimates(task, left, fold)));

/** The estimates of several folds, in their order. */
export function joinedEstimates(folds: readonly Estimates[]): Estimates {
  const joined = new Map<string, LeftOutEstimate[]>();
  for (const fold of folds)
    for (const [key, estimates] of fold) joined.set(key, [...(joined.get(key) ?? []), ...estimates]);
  return joined;
}

/**
 * The estimates of one fold.
 * @param left the indexes of the runs that are left out
 * @param fold the number of the fold, which determines the random draws
 */
export function foldEstimates(
  { table, slice, sizes, methods, seed, draws }: SubsetTask,
  left: readonly number[],
  fold: number,
): Estimates {
  const out = new Set(left);
  const others = Array.from({ length: table.runs }, (_, run) => run).filter((run) => !out.has(run));
  const fit = fitItems(pickRuns(table, others));
  const candidates = slice.filter((question) => !Number.isNaN(fit.discrimination[question] ?? Number.NaN));
  const curve = scoreCurve(fit, candidates);
  const full = left.map((run) => meanOver(table, run, slice));
  const found = new Map<string, LeftOutEstimate[]>();
  for (const method of methods) {
    for (const size of sizes) {
      const estimates: LeftOutEstimate[] = [];
      found.set(estimatesKey(method, size), estimates);
      for (let draw = 0; draw < (DRAWN.has(method) ? draws : 1); draw++) {
        const random = seededRandom(seed + 7_919 * fold + 104_729 * draw + size);
        const chosen = chooseQuestions(method, fit, candidates, Math.min(size, candidates.length), random);
        const estimator = estimatorOf(method, chosen, fit, curve);
        for (const [index, run] of left.entries()) {
          const truth = full[index] ?? Number.NaN;
          if (Number.isNaN(truth)) continue;
          const estimate = estimateFullScore({ ...chosen, estimator }, scoresAt(table, run, chosen.questions));
          estimates.push({ run, error: estimate.value - truth, modelError: estimate.standardError });
        }
      }
    }
  }
  return found;
}

export const scoresAt = ({ runs, scores }: ScoreTable, run: number, questions: ArrayLike<number>): Float64Array =>
  Float64Array.from(
    { length: questions.length },
    (_, index) => scores[(questions[index] ?? 0) * runs + run] ?? Number.NaN,
  );

/** The mean score of a run over the given questions that it was asked; `NaN` if it was asked none of them. */
export function meanOver(table: ScoreTable, run: number, questions: Int32Array): number {
  const known = scoresAt(table, run, questions).filter((score) => !Number.isNaN(score));
  return known.reduce((sum, score) => sum + score, 0) / known.length;
}

export function describeErrors(estimates: readonly LeftOutEstimate[]): SubsetError {
  const sizes = estimates.map(({ error }) => Math.abs(error)).sort((a, b) => a - b);
  return {
    mean: sizes.reduce((sum, size) => sum + size, 0) / sizes.length,
    p95: sizes[Math.min(sizes.length - 1, Math.floor(0.95 * sizes.length))] ?? Number.NaN,
    estimates: sizes.length,
  };
}

/** The 97.5 % quantile of the normal distribution. */
const Z_TWO_SIDED = 1.959963984540054;

/**
 * The factor by which the real errors exceed the model's standard errors: the 95th percentile of the ratios |error| /
 * standard error, divided by the 95th percentile of |z| for a standard normal z. The root mean square of the ratios is
 * not used, because a few large errors would widen the intervals of all runs.
 */
export function errorScaleOf(estimates: readonly LeftOutEstimate[]): number {
  const ratios = estimates.map(({ error, modelError }) => Math.abs(error) / modelError).sort((a, b) => a - b);
  return (ratios[Math.ceil(0.95 * ratios.length) - 1] ?? Z_TWO_SIDED) / Z_TWO_SIDED;
}

/** Folds of one run each, or of more runs if there would otherwise be more than `most` folds. */
export const runFolds = (runs: number, most: number): number[][] =>
  foldsOf(
    Array.from({ length: runs }, (_, run) => [run]),
    most,
  );

/** Folds of one family's runs each, or of more families if there would otherwise be more than `most` folds. */
export function familyFolds(families: Int32Array, most: number): number[][] {
  const members = new Map<number, number[]>();
  for (const [run, family] of families.entries()) members.set(family, [...(members.get(family) ?? []), run]);
  return foldsOf([...members.values()], most);
}

function foldsOf(groups: readonly (readonly number[])[], most: number): number[][] {
  const count = Math.min(most, groups.length);
  return Array.from({ length: count }, (_, fold) => groups.filter((_group, index) => index % count === fold).flat());
}
