import { UNKNOWN_STANDARD_ERROR } from "./cluster-spread.ts";
import { student95 } from "./score-interval.ts";
import type { PointScore, ScoreSummary } from "./score-summary.ts";
import { type Interval, wilsonInterval, Z_95 } from "./wilson-interval.ts";

/** The largest standard deviation of a score of 0 or 1. */
const LARGEST_DEVIATION = 0.5;
/** The variance of a rounding error, in squared steps. */
const ROUNDING_VARIANCE = 1 / 12;

/**
 * The distance between neighbouring coarse scores: the largest standard error that a score over `n` independent
 * questions can have. It does not depend on any answer.
 * @param n the number of questions, at least 1
 * @returns 0 to 0.5
 */
export const scoreStep = (n: number): number => LARGEST_DEVIATION / Math.sqrt(n);

/** A score rounded to the nearest step, from 0 to 1. */
export const coarseValue = (value: number, n: number): number => {
  const step = scoreStep(n);
  return Math.min(1, Math.round(value / step) * step);
};

/**
 * Rounds a score so that it can be shown while answers are hidden. The value is rounded to multiples of `scoreStep`, and is
 * the only figure that depends on an answer. The standard error is the largest that a mean score over so many videos can
 * have, with the error of rounding, so the interval is never too narrow.
 * @param videos the number of equally large videos that the score counts as (`SliceQuestions.effectiveVideos`)
 * @see A. Blum and M. Hardt (2015), "The Ladder: A Reliable Leaderboard for Machine Learning Competitions", ICML,
 *   section 3
 */
export function coarseScore(score: PointScore, videos: number): ScoreSummary {
  const { n, clusters } = score;
  const value = coarseValue(score.value, n);
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
