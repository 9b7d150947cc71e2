import { normalQuantile } from "../metrics/distributions.ts";
import { type Evidence, evidenceOf } from "./evidence.ts";
import { runMeans, type ScoreTable } from "./item-scores.ts";

/** The number of questions that is needed to distinguish two models. */
export interface ComparisonPlan extends Omit<PairVariance, "clusters"> {
  /** The difference in scores to detect, as a fraction: 0.02 is two percentage points. */
  readonly difference: number;
  /** The probability that the test is significant if the models differ by `difference`. */
  readonly power: number;
  /** The two-sided significance level. */
  readonly level: number;
  /** The number of questions needed if each video has as many as in the benchmark; NaN if the variance is unknown. */
  readonly questions: number;
  /** The number of videos that have `questions` questions in total, on average. */
  readonly videos: number;
  /** The number of questions needed if each video has one question. */
  readonly independentQuestions: number;
  /** The smallest difference that can be detected with all questions of the slice, at this power and level. */
  readonly detectable: number;
  readonly evidence: Evidence;
}

/** How the paired differences of similar models vary. */
export interface PairVariance {
  /** The variance of the difference on one question: the median over pairs of models with neighbouring scores. */
  readonly variance: number;
  /** The correlation of the differences on two questions of one video, at least 0. */
  readonly intraclass: number;
  /** The mean number of questions per video, weighted by questions: Σm² / Σm. */
  readonly perVideo: number;
  /** The number of videos of the slice. A question without a video counts as one. */
  readonly clusters: number;
}

export interface PlanOptions {
  /** Above 0, at most 1. */
  readonly difference: number;
  /** 0.8 if missing. */
  readonly power?: number;
  /** 0.05 if missing. */
  readonly level?: number;
}

/**
 * The number of questions that a paired comparison needs: n = (z_{1−α/2} + z_{1−β})² · σ² · (1 + (m − 1)ρ) / d², where
 * α is the level, 1 − β the power, d the difference, and σ², ρ and m are the `variance`, `intraclass` and `perVideo` of
 * `PairVariance`.
 * @param clusters each question's video, by ordinal; negative without a video
 * @param slice the questions, by ordinal
 * @throws RangeError if difference, power or level is out of range
 * @see E. Miller (2024), "Adding Error Bars to Evals", section 5, for the power of paired differences; L. Kish (1965),
 *   "Survey Sampling", section 8.2, for the design effect
 */
export function planComparison(
  table: ScoreTable,
  clusters: Int32Array,
  slice: Int32Array,
  { difference, power = 0.8, level = 0.05 }: PlanOptions,
): ComparisonPlan {
  expectBetween("difference", difference, 1);
  expectBetween("power", power, 1);
  expectBetween("level", level, 1);
  const { clusters: videos, ...pairs } = pairVariance(table, clusters, slice);
  const designEffect = 1 + (pairs.perVideo - 1) * pairs.intraclass;
  const distance = normalQuantile(level / 2) + normalQuantile(1 - power);
  if (distance <= 0) throw new RangeError(`power is ${power}; expected more than ${level / 2}, half of the level`);
  const needed = distance ** 2 * pairs.variance;
  const questions = Math.ceil((needed * designEffect) / difference ** 2);
  return {
    ...pairs,
    difference,
    power,
    level,
    questions,
    videos: Math.ceil((questions * videos) / slice.length),
    independentQuestions: Math.ceil(needed / difference ** 2),
    detectable: Math.min(1, Math.sqrt((needed * designEffect) / slice.length)),
    evidence: evidenceOf(Array.from(table.families, (family) => ({ family }))),
  };
}

function expectBetween(name: string, value: number, most: number): void {
  if (!(value > 0 && value <= most)) throw new RangeError(`${name} is ${value}; expected more than 0, at most ${most}`);
}

/** Variance and correlation of the paired differences of runs with neighbouring scores. */
export function pairVariance(table: ScoreTable, clusters: Int32Array, slice: Int32Array): PairVariance {
  const means = runMeans(table);
  const order = Array.from(means.keys()).sort((a, b) => (means[a] ?? 0) - (means[b] ?? 0));
  const pairs = order.slice(1).map((run, index) => differencesOf(table, clusters, slice, run, order[index] ?? 0));
  const [variance, product] = [median(pairs.map((pair) => pair.variance)), median(pairs.map((pair) => pair.product))];
  const sizes = sizesOf(clusters, slice);
  return {
    variance,
    intraclass: variance > 0 ? Math.min(1, Math.max(0, product / variance)) : 0,
    perVideo: sizes.reduce((sum, size) => sum + size * size, 0) / Math.max(1, slice.length),
    clusters: sizes.length,
  };
}

/** The number of questions of each cluster of a slice. */
function sizesOf(clusters: Int32Array, slice: Int32Array): number[] {
  const sizes = new Map<number, number>();
  for (const question of slice) {
    const cluster = clusterOf(clusters, question);
    sizes.set(cluster, (sizes.get(cluster) ?? 0) + 1);
  }
  return [...sizes.values()];
}

/** A question without a video is a cluster of its own. */
const clusterOf = (clusters: Int32Array, question: number): number => {
  const cluster = clusters[question] ?? -1;
  return cluster < 0 ? -1 - question : cluster;
};

/**
 * The sample variance of two runs' differences, `NaN` with fewer than two common questions, and the mean product of the
 * residuals of two questions of one video.
 */
function differencesOf(
  { runs, scores }: ScoreTable,
  clusters: Int32Array,
  slice: Int32Array,
  one: number,
  other: number,
): { variance: number; product: number } {
  const differences = Float64Array.from(
    slice,
    (question) => (scores[question * runs + one] ?? Number.NaN) - (scores[question * runs + other] ?? Number.NaN),
  );
  const known = differences.filter((value) => !Number.isNaN(value));
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  const groups = new Map<number, { sum: number; squares: number; count: number }>();
  for (const [index, question] of slice.entries()) {
    const residual = (differences[index] ?? Number.NaN) - mean;
    if (Number.isNaN(residual)) continue;
    const group = groups.get(clusterOf(clusters, question)) ?? { sum: 0, squares: 0, count: 0 };
    group.sum += residual;
    group.squares += residual * residual;
    group.count += 1;
    groups.set(clusterOf(clusters, question), group);
  }
  let [squares, products, pairs] = [0, 0, 0];
  for (const group of groups.values()) {
    squares += group.squares;
    products += group.sum ** 2 - group.squares;
    pairs += group.count * (group.count - 1);
  }
  if (known.length < 2) return { variance: Number.NaN, product: Number.NaN };
  return { variance: squares / (known.length - 1), product: pairs === 0 ? 0 : products / pairs };
}

function median(values: readonly number[]): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length === 0
    ? Number.NaN
    : ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
