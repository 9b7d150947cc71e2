import { UNKNOWN_STANDARD_ERROR } from "./cluster-spread.ts";
import { student95 } from "./score-interval.ts";
import type { PointScore, ScoreSummary } from "./score-summary.ts";
import { type Interval, wilsonInterval, Z_95 } from "./wilson-interval.ts";

/** The largest standard deviation of a score of 0 or 1. */
const LARGEST_DEVIATION = 0.5;
/** The largest variance of the error of a score that is dithered and then rounded, in squared steps. */
const ROUNDING_VARIANCE = 1 / 4;

/**
 * The distance between neighbouring coarse scores: the largest standard error that a score over `n` independent
 * questions can have. It does not depend on any answer.
 * @param n the number of questions, at least 1
 * @returns 0 to 0.5
 */
export const scoreStep = (n: number): number => LARGEST_DEVIATION / Math.sqrt(n);

/** A score rounded to the nearest step; from 0 to 1 even if the score is not. */
export const coarseValue = (value: number, n: number): number => {
  const step = scoreStep(n);
  return Math.max(0, Math.min(1, Math.round(value / step) * step));
};

/**
 * A score with the dither of its run, in steps. Without dither, one more right answer would change the shown score exactly at
 * known numbers of right answers, so a run with as many answers that are known to be right would tell whether one more answer is.
 * The result may lie outside of 0 to 1.
 * @param dither −0.5 to 0.5, not known to anyone, and another number for each run
 */
export const ditheredValue = (value: number, n: number, dither: number): number => value + dither * scoreStep(n);

/** What the figures of a coarse score follow from, besides the score. */
interface Coarseness {
  /** The number of equally large videos that the score counts as (`SliceQuestions.effectiveVideos`). */
  readonly videos: number;
  /** The dither of the run (`ditheredValue`). */
  readonly dither: number;
}

/**
 * Rounds a score so that it can be shown while answers are hidden. The value is dithered and rounded to multiples of
 * `scoreStep`, and is the only figure that depends on an answer. The standard error is the largest that a mean score
 * over so many videos can have, with the error of dither and rounding, so the interval is never too narrow.
 * @see A. Blum and M. Hardt (2015), "The Ladder: A Reliable Leaderboard for Machine Learning Competitions", ICML,
 *   section 3
 */
export function coarseScore(score: PointScore, { videos, dither }: Coarseness): ScoreSummary {
  const { n, clusters } = score;
  const value = coarseValue(ditheredValue(score.value, n, dither), n);
  // The variance of a mean over V videos is at most 1/(4V), and is estimated with the factor V/(V − 1).
  const largest = LARGEST_DEVIATION / Math.sqrt(Math.max(1, videos - 1));
  const standardError = Math.min(
    UNKNOWN_STANDARD_ERROR,
    Math.sqrt(largest ** 2 + ROUNDING_VARIANCE * scoreStep(n) ** 2),
  );
  return {
    ...score,
    value,
    valueAnswered: null,
    coarse: true,
    correct: value * n,
    standardError,
    interval: clusters < 2 ? { lower: 0, upper: 1, level: 0.95 } : coarseInterval(value, standardError, score),
  };
}

/** Wilson's interval with the effective number of questions of the coarse error, and Student's t in place of z. */
function coarseInterval(value: number, standardError: number, { n, clusters }: PointScore): Interval {
  const widened = (standardError * student95(clusters - 1)) / Z_95;
  // A value near 0 or 1 has a small variance. Adding one question whose score is 0 or 1 with equal
  // probability keeps the variance above 0.
  const variance = (value * (1 - value) * n + LARGEST_DEVIATION ** 2) / (n + 1);
  const effective = Math.min(n, variance / widened ** 2);
  return wilsonInterval(value * effective, effective);
}
