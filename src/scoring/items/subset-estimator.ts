import type {
  ChosenQuestions,
  RepresentativeSubset,
  ScoreEstimate,
  SubsetEstimator,
  SubsetMethod,
} from "../../domain/representative-subset.ts";
import { student95 } from "../metrics/score-interval.ts";
import { estimateAbility } from "./ability.ts";
import type { ItemFit } from "./item-fit.ts";

/** The lowest θ at which the curve of expected scores is tabulated; the highest is its negative. */
export const CURVE_FROM = -5;
const CURVE_POINTS = 101;
const CURVE_STEP = (-2 * CURVE_FROM) / (CURVE_POINTS - 1);

/** λ: the weight of the model's estimate in the estimated full score. */
const MODEL_SHARES: Readonly<Record<SubsetMethod, number>> = {
  RANDOM: 0,
  RANDOM_IRT: 1,
  STRATIFIED: 1,
  INFORMATION: 1,
  ANCHORS: 0,
  ANCHORS_GP: 0.5,
};

/** The test characteristic curve: the expected mean score over the questions at each tabulated θ. */
export function scoreCurve({ discrimination, intercept }: ItemFit, questions: Int32Array): number[] {
  return Array.from({ length: CURVE_POINTS }, (_, point) => {
    const theta = CURVE_FROM + point * CURVE_STEP;
    let sum = 0;
    for (const question of questions)
      sum += 1 / (1 + Math.exp(-((discrimination[question] as number) * theta + (intercept[question] as number))));
    return sum / questions.length;
  });
}

/** The estimator for the chosen questions. Its error scale is 1 until the errors have been measured. */
export function estimatorOf(
  method: SubsetMethod,
  { questions }: ChosenQuestions,
  fit: ItemFit,
  curve: readonly number[],
): SubsetEstimator {
  return {
    modelShare: MODEL_SHARES[method],
    discrimination: questions.map((question) => fit.discrimination[question] ?? 0),
    intercept: questions.map((question) => fit.intercept[question] ?? 0),
    curve,
    errorScale: 1,
    freedom: 1,
  };
}

/**
 * Estimates a run's full score from its scores on a subset.
 * @param scores from 0 to 1, in the order of the subset's questions; `NaN` for a question that the run was not asked
 * @returns the interval [0, 1] if the run was asked none of the questions
 * @throws RangeError if there is not one score for each question of the subset
 * @see F. M. Polo et al. (2024), "tinyBenchmarks", ICML, section 4: p-IRT and gp-IRT
 */
export function estimateFullScore(
  subset: Pick<RepresentativeSubset, "questions" | "weights" | "estimator">,
  scores: ArrayLike<number>,
): ScoreEstimate {
  const { questions, weights, estimator } = subset;
  if (scores.length !== questions.length)
    throw new RangeError(`${scores.length} scores for a subset of ${questions.length} questions`);
  const items = {
    discrimination: Float64Array.from(estimator.discrimination),
    intercept: Float64Array.from(estimator.intercept),
  };
  const theta = estimateAbility(
    items,
    questions.map((_, index) => index),
    scores,
  );
  const mean = weightedMean(items, weights, scores, theta.value);
  const model = curveAt(estimator.curve, theta.value);
  const share = estimator.modelShare;
  const value = Math.min(1, Math.max(0, (1 - share) * mean.value + share * model.value));
  const error = (1 - share) * mean.error + share * model.slope * theta.standardError;
  const standardError = theta.questions === 0 ? 0.5 : Math.min(0.5, estimator.errorScale * error);
  const spread = student95(estimator.freedom) * standardError;
  const interval = { lower: Math.max(0, value - spread), upper: Math.min(1, value + spread), level: 0.95 };
  return {
    value,
    standardError,
    interval: theta.questions === 0 ? { lower: 0, upper: 1, level: 0.95 } : interval,
    asked: theta.questions,
  };
}

interface Items {
  readonly discrimination: Float64Array;
  readonly intercept: Float64Array;
}

/** The weighted mean over the asked questions, and its error by the model's variances. */
function weightedMean(
  { discrimination, intercept }: Items,
  weights: readonly number[],
  scores: ArrayLike<number>,
  theta: number,
): { value: number; error: number } {
  let [sum, total, variance] = [0, 0, 0];
  for (const [index, weight] of weights.entries()) {
    const score = scores[index] ?? Number.NaN;
    if (Number.isNaN(score)) continue;
    const p = 1 / (1 + Math.exp(-((discrimination[index] ?? 0) * theta + (intercept[index] ?? 0))));
    sum += weight * score;
    total += weight;
    variance += weight * weight * p * (1 - p);
  }
  return total === 0 ? { value: 0, error: 0.5 } : { value: sum / total, error: Math.sqrt(variance) / total };
}

/** The curve at θ by linear interpolation, and its slope there. */
function curveAt(curve: readonly number[], theta: number): { value: number; slope: number } {
  const place = Math.min(curve.length - 1.001, Math.max(0, (theta - CURVE_FROM) / CURVE_STEP));
  const before = Math.floor(place);
  const [low, high] = [curve[before] ?? 0, curve[before + 1] ?? 0];
  return { value: low + (place - before) * (high - low), slope: Math.abs(high - low) / CURVE_STEP };
}
