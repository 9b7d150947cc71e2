import { incompleteBeta, studentQuantile, studentTwoSided } from "./distributions.ts";
import type { Interval } from "./score-interval.ts";

/** Two runs over the same questions. Positive differences favour `a`. */
export interface PairedComparison {
  /** The number of questions that are compared. */
  readonly n: number;
  readonly bothCorrect: number;
  readonly onlyA: number;
  readonly onlyB: number;
  readonly neither: number;
  /** The mean of the score of `a` minus the score of `b`, from −1 to 1. */
  readonly difference: number;
  /** The 95 % interval, clustered by video; from −1 to 1 if all questions belong to one video. */
  readonly interval: Interval;
  /**
   * The standard error of the difference; null if all questions belong to one video, because the variance between
   * videos is then unknown.
   */
  readonly standardError: number | null;
  /** The two-sided p-value, clustered by video; 1 if it cannot be estimated. Below 0.05 if the interval excludes 0. */
  readonly pValue: number;
  /** The number of videos, and of those with a difference. */
  readonly clusters: number;
  readonly unequalClusters: number;
  /** The exact p-value of McNemar's test, which assumes independent questions; null if any score is neither 0 nor 1. */
  readonly mcnemarPValue: number | null;
  /**
   * The smallest true difference that such a comparison detects at the 5 % level with 80 % power. It is 1 if no
   * difference can be detected because there are fewer than six videos.
   */
  readonly minimumDetectableDifference: number;
}

/** The sums from which the error of a difference is computed. */
export interface PairSums {
  readonly n: number;
  /** The mean difference. */
  readonly mean: number;
  /** The sum of the squares of the differences. */
  readonly squares: number;
  /** The clustered standard error of the mean; `NaN` with fewer than two clusters. */
  readonly standardError: number;
}

/** The counts and sums over at least one pair of scores. */
export interface PairTally extends PairSums {
  readonly bothCorrect: number;
  readonly onlyA: number;
  readonly onlyB: number;
  /** Whether every score is 0 or 1. */
  readonly binary: boolean;
  readonly clusters: number;
  /** The number of clusters with a difference. */
  readonly unequalClusters: number;
}

/**
 * Computes the comparison from the sums. The error is clustered by video. Student's t has G − 1 degrees of freedom,
 * where G is the number of videos.
 * @see E. Miller (2024), "Adding Error Bars to Evals", section 4.2 (paired differences, clustered); A. C. Cameron and
 *   D. L. Miller (2015), section VI.D, for t(G − 1)
 */
export function describePairs(tally: PairTally): PairedComparison {
  const { n, bothCorrect, onlyA, onlyB } = tally;
  const error = cautiousError(tally);
  return {
    n,
    bothCorrect,
    onlyA,
    onlyB,
    neither: n - bothCorrect - onlyA - onlyB,
    difference: tally.mean,
    ...pairedTest({ ...tally, difference: tally.mean, standardError: Number.isNaN(error) ? null : error }, 1),
    mcnemarPValue: tally.binary ? mcnemarPValue(onlyA, onlyB) : null,
    minimumDetectableDifference: detectable(tally, error),
  };
}

/** The minimum detectable difference; 1 if too few videos let any difference be significant at the 5 % level. */
const detectable = ({ clusters }: PairTally, error: number): number =>
  smallestPValue(clusters) < 0.05 && !Number.isNaN(error) ? minimumDetectableDifference(error, clusters - 1) : 1;

/**
 * The larger of two standard errors: the clustered one, and the one for independent questions. The latter is computed
 * after two pairs of scores have been added to the data: half a pair to each cell of the 2 × 2 table. This lower bound
 * is needed because a few questions with equal differences say little about the spread.
 * @see A. Agresti and Y. Min (2005), "Simple improved confidence intervals for comparing matched proportions",
 *   Statistics in Medicine 24:729–740, whose adjustment adds ½ to each cell of the table
 */
export const cautiousError = (sums: PairSums): number =>
  Number.isNaN(sums.standardError) ? sums.standardError : Math.max(sums.standardError, independentError(sums));

/** The lower bound of `cautiousError`: the standard error for independent questions, computed with two added pairs. */
export function independentError({ n: pairs, mean, squares }: Omit<PairSums, "standardError">): number {
  const n = pairs + 2;
  const total = mean * pairs;
  return Math.sqrt(squares + 1 - total ** 2 / n) / n;
}

const LEVEL = 0.95;

/** The fields of a comparison from which its test follows. */
type Tested = Pick<PairedComparison, "difference" | "standardError" | "clusters" | "unequalClusters">;

/**
 * The interval and the p-value of a comparison that is one of `tests` read together, corrected for that number by
 * Bonferroni's inequality: with a probability of at least 95 %, all the intervals contain their true differences. A
 * corrected p-value is below 0.05 exactly if its interval excludes 0, which no correction in steps, such as Holm's, can
 * say of intervals that are as simple as these.
 * @see R. G. Miller (1981), Simultaneous Statistical Inference, 2nd edition, section 2.3
 */
export function pairedTest(
  { difference, standardError, clusters, unequalClusters }: Tested,
  tests: number,
): Pick<PairedComparison, "interval" | "standardError" | "pValue" | "clusters" | "unequalClusters"> {
  const counts = { standardError, clusters, unequalClusters };
  if (standardError === null) return { ...counts, interval: { lower: -1, upper: 1, level: LEVEL }, pValue: 1 };
  const freedom = clusters - 1;
  const spread = studentQuantile((1 - LEVEL) / tests, freedom) * standardError;
  const single = Math.max(smallestPValue(unequalClusters), studentTwoSided(difference / standardError, freedom));
  const pValue = Math.min(1, tests * single);
  const interval = { lower: Math.max(-1, difference - spread), upper: Math.min(1, difference + spread), level: LEVEL };
  return { ...counts, pValue, interval: pValue < 1 - LEVEL ? interval : withZero(interval) };
}

/**
 * An interval that contains 0. If few videos have a difference, the smallest possible p-value may be above 0.05 although
 * Student's t is far from 0.
 */
const withZero = ({ lower, upper, level }: Interval): Interval => ({
  lower: Math.min(lower, 0),
  upper: Math.max(upper, 0),
  level,
});

/**
 * The smallest two-sided p-value that a sign-flip test over whole videos can give: 0.25 with three videos, even if all
 * three differ in the same direction.
 * @param videos the number of videos with a difference
 * @see J. P. Romano (1989), "Bootstrap and randomization tests of some nonparametric hypotheses", Annals of Statistics
 *   17:141–159; I. A. Canay, J. P. Romano and A. M. Shaikh (2017), Econometrica 85:1013–1030, for few clusters
 */
const smallestPValue = (videos: number): number => Math.min(1, 2 ** (1 - videos));

/**
 * The exact two-sided p-value of McNemar's test. If the runs are equally good, each question that only one of them
 * answers correctly is a fair coin toss. Returns 1 if there is no such question. Assumes independent questions.
 * @param onlyA the number of questions that only the first run answers correctly
 * @param onlyB the number of questions that only the second run answers correctly
 * @see Q. McNemar (1947), Psychometrika 12:153–157; exact by the binomial distribution, whose tail is I_{1/2}(k, n − k
 *   + 1)
 */
export function mcnemarPValue(onlyA: number, onlyB: number): number {
  const n = onlyA + onlyB;
  const more = Math.max(onlyA, onlyB);
  if (n === 0 || onlyA === onlyB) return 1;
  return Math.min(1, 2 * incompleteBeta(0.5, more, n - more + 1));
}

const POWER = 0.8;

/**
 * The smallest true difference that a two-sided test at the 5 % level detects with a probability of 80 %, at most 1.
 * @param standardError the standard error of the paired difference
 * @param freedom degrees of freedom, at least 1
 * @see E. Miller (2024), "Adding Error Bars to Evals", section 5: δ = (z_{α/2} + z_β) · SE; H. S. Bloom (1995),
 *   "Minimum detectable effects", Evaluation Review 19:547–556, for t in place of both z if the error is estimated
 */
export function minimumDetectableDifference(standardError: number, freedom: number): number {
  return Math.min(1, (studentQuantile(0.05, freedom) + studentQuantile(2 * (1 - POWER), freedom)) * standardError);
}
