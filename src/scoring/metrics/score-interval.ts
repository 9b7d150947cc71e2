import { type ClusterSpread, clusterCorrection } from "./cluster-spread.ts";
import { studentQuantile } from "./distributions.ts";

/** The two-sided 95 % quantile of the normal distribution. */
export const Z_95 = 1.959963984540054;

/** A confidence interval from `lower` to `upper`, with the confidence level `level`. */
export interface Interval {
  readonly lower: number;
  readonly upper: number;
  readonly level: number;
}

/**
 * Wilson's 95 % score interval for a proportion of independent questions. It stays inside [0, 1] and is not empty at 0
 * or `n` successes. `scoreInterval` calls it with an effective number of questions.
 * @param successes from 0 to `n`; may be fractional
 * @param n above 0; may be fractional
 * @see E. B. Wilson (1927), "Probable inference, the law of succession, and statistical inference", JASA 22:209–212
 */
export function wilsonInterval(successes: number, n: number): Interval {
  const share = successes / n;
  const z2 = Z_95 * Z_95;
  const centre = share + z2 / (2 * n);
  const spread = Z_95 * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n));
  const scale = 1 + z2 / n;
  return {
    lower: successes === 0 ? 0 : Math.max(0, (centre - spread) / scale),
    upper: successes === n ? 1 : Math.min(1, (centre + spread) / scale),
    level: 0.95,
  };
}

/**
 * A standard error for comparing scores. It is at least the standard error of a share over `n` independent questions
 * after about two correct and two wrong answers have been added. It is therefore never 0: even three correct answers
 * out of three are little evidence.
 * @param value from 0 to 1
 * @param n at least 1
 * @see A. Agresti and B. A. Coull (1998), "Approximate is better than 'exact' for interval estimation of binomial
 *   proportions", The American Statistician 52:119–126
 */
export function cautiousStandardError(value: number, n: number, standardError = 0): number {
  const more = n + Z_95 ** 2;
  const share = (value * n + Z_95 ** 2 / 2) / more;
  return Math.max(standardError, Math.sqrt((share * (1 - share)) / more));
}

/** Differences below this are rounding errors, and sums of squares below it are treated as 0. */
const ROUNDING = 1e-9;
/** The variance of a score that is 0 or 1 with equal probability. */
const EVEN_ODDS = 0.25;

/** The sums from which an interval is computed. */
interface IntervalTally {
  /** The sum of the scores, each from 0 to 1. */
  readonly total: number;
  /** The sum of the squares of the scores; equal to `total` if every score is 0 or 1. */
  readonly squares: number;
  readonly spread: ClusterSpread;
}

/**
 * The 95 % interval of a mean score: Wilson's, with the effective number of questions n_eff = p(1−p)/SE², where SE is
 * clustered by video, and with Student's t in place of z. It applies to scores of 0 and 1 and to graded scores. Three
 * rules keep its coverage if few videos decide the score:
 *
 * 1. Variance and design effect are estimated with one further question, whose score is 0 or 1 with equal probability
 *    and whose design effect is the worst possible. The variance is at most p(1−p). If all scores are equal, n_eff is
 *    the effective number of videos.
 * 2. Student's t has the degrees of freedom of the variance estimate. If a few videos dominate the variance, these
 *    degrees of freedom are fewer than the number of videos implies.
 * 3. n_eff is at least the effective number of videos, and at most the number of independent questions.
 *
 * @returns the interval [0, 1] if there are fewer than two videos
 * @see E. L. Korn and B. I. Graubard (1998), "Confidence intervals for proportions with small expected number of
 *   positive counts estimated from survey data", Survey Methodology 24:193–201, for n_eff and its adjustment by t; C.
 *   Franco et al. (2019), "Comparative study of confidence intervals for proportions in complex sample surveys", JSSAM
 *   7:334–364, for Wilson's interval with n_eff; L. Kish (1965), "Survey Sampling", section 8.2, for the design effect;
 *   A. V. Carter, K. T. Schnepel and D. G. Steigerwald (2017), "Asymptotic behavior of a t-test robust to cluster
 *   heterogeneity", Review of Economics and Statistics 99:698–709, for an effective number of clusters in place of
 *   their number
 */
export function scoreInterval({ total, squares, spread }: IntervalTally): Interval {
  const { n, clusters } = spread;
  if (clusters < 2) return { lower: 0, upper: 1, level: 0.95 };
  const effective = effectiveNumber(total, squares, spread);
  // If all answers are correct, the number of successes is exactly `effective`, so that the upper bound is exactly 1.
  return wilsonInterval(total === n ? effective : (total / n) * effective, effective);
}

/** The number of independent questions that would give an equally wide interval with the normal quantile. */
function effectiveNumber(total: number, squares: number, spread: ClusterSpread): number {
  const { n, sizeSquares } = spread;
  const videos = (n * n) / sizeSquares;
  const deviations = squares - (total * total) / n;
  if (deviations < ROUNDING) return videos;
  const bernoulli = total * (1 - total / n);
  // Scores of 0 and 1 have the variance p(1 − p); graded scores have less.
  const variance = Math.min(bernoulli / n, (deviations + EVEN_ODDS) / (n + 1));
  const independent = bernoulli / variance;
  // A few large videos pull the mean towards their own scores, so their residuals are too small. The correction
  // therefore uses the effective number of videos.
  const between = clusterCorrection(videos) * spread.squares;
  const added = EVEN_ODDS * (sizeSquares / n);
  const designEffect = (between + added) / (deviations + EVEN_ODDS);
  const alone = student95(n - 1);
  const t = student95(degreesOfFreedom(spread, videos, added / between)) / alone;
  const estimated = independent / designEffect / (Z_95 * t) ** 2;
  const least = videos / student95(videos - 1) ** 2;
  return Z_95 ** 2 * Math.min(Math.max(estimated, least), independent / alone ** 2);
}

/**
 * Satterthwaite's degrees of freedom of the clustered variance, estimated from the spread of the squared residuals. The
 * result is at most (G − 1)(1 + `added`), where G is the effective number of videos.
 * @param videos the effective number of videos
 * @param added the part of the estimate from the further question of rule 1, divided by the part from the videos
 * @see W. Pan and M. M. Wall (2002), "Small-sample adjustments in using the sandwich variance estimator in generalized
 *   estimating equations", Statistics in Medicine 21:1429–1441
 */
function degreesOfFreedom({ n, clusters, squares, fourths }: ClusterSpread, videos: number, added: number): number {
  const spread = fourths - (squares * squares) / clusters;
  const own = spread > 0 ? Math.max(1, (2 * squares * squares) / spread) : Number.POSITIVE_INFINITY;
  return Math.min((videos - 1) * (1 + added), own, n - 1);
}

/** Degrees of freedom below this are rounded down to a multiple of 0.1, and higher ones to a whole number. */
const FINE = 100;
/** From this number of degrees of freedom, the quantile equals the normal distribution's to four digits. */
const MANY = 20_000;

const known = new Map<number, number>();

/**
 * The largest whole number that is at most the value. A value that is below a whole number only by a rounding error
 * counts as that number.
 */
const floorOf = (value: number): number => Math.floor(value + ROUNDING);

/**
 * The two-sided 95 % quantile of Student's t. The degrees of freedom are rounded down, so the quantile is never too
 * small.
 * @param freedom above 0; values below 0.1 are treated as 0.1
 */
export function student95(freedom: number): number {
  if (freedom >= MANY) return Z_95;
  const rounded = freedom >= FINE ? floorOf(freedom) : Math.max(1, floorOf(freedom * 10)) / 10;
  const quantile = known.get(rounded) ?? studentQuantile(0.05, rounded);
  known.set(rounded, quantile);
  return quantile;
}
