import { UNKNOWN_STANDARD_ERROR } from "./cluster-spread.ts";
import { type Interval, student95, wilsonInterval, Z_95 } from "./score-interval.ts";
import type { PointScore, ScoreSummary } from "./score-summary.ts";

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

/** The maximum distance of a rounded score below the exact score, in steps. */
const ROUNDED_AWAY = 0.5;
/**
 * The least rise that is needed, in steps: two standard errors of the difference of two independent scores. A step is the
 * largest standard error of one score.
 */
const LEAST_RISE = 2 * Math.SQRT2;

/**
 * The amount by which a submitter's `k`-th submission must exceed the best shown score for its own score to be shown.
 * The best of k scores that differ only by chance exceeds their mean by about √(2 ln k) standard errors, so a smaller
 * rise is not evidence of a better submission. Half a step is added, because rounding may have lowered the best score
 * by as much. The threshold is at least two standard errors of the difference of two scores. It grows with k, because a
 * constant one would not stop hill climbing: under a threshold of one step, a submitter who changes a third of the answers
 * of the best submission each time and keeps the changes that raise the score would gain 6 percentage points in 500
 * submissions over 1,000 four-option questions.
 * @param k 1 for the first submission
 * @param n the number of questions
 * @see H. Cramér (1946), "Mathematical Methods of Statistics", section 28.6, for the maximum of normal variables
 */
export const riseNeeded = (k: number, n: number): number =>
  scoreStep(n) * Math.max(LEAST_RISE, ROUNDED_AWAY + Math.sqrt(2 * Math.log(k)));

/** What the Ladder decides for a submission. */
interface LadderStep {
  /** The index of the submission whose score is shown; −1 before the first one with a score. */
  readonly shown: number;
  /**
   * How many bits about the answer key this tells at most: the length of a prefix code for everything that could have been shown. A
   * submission that is not better costs a bit, and one that is better a bit and the logarithm of the number of scores that it
   * could have got.
   */
  readonly bits: number;
}

/**
 * The Ladder of one submitter: decides for each submission whether it shows its own score. A submission shows its own
 * score if that exceeds the best score shown before by more than `riseNeeded`; otherwise it repeats the best score. A
 * submitter therefore learns of at most 1/step improvements, whatever the number of submissions. A best score below chance
 * counts as chance: rises up to there would tell much about the answers of a submitter who begins with wrong ones.
 * @see A. Blum and M. Hardt (2015), "The Ladder: A Reliable Leaderboard for Machine Learning Competitions", ICML,
 *   algorithm 1
 */
export class Ladder {
  #submissions = 0;
  #best = Number.NEGATIVE_INFINITY;
  #shown = -1;
  #questions = 0;

  /**
   * Decides for the next submission.
   * @param value the exact score, 0 to 1; `NaN` for a submission without a score
   * @param n the number of questions. If the best score before it covers another number, the smaller one decides the rise that is
   *   needed
   * @param chance the expected score of guesses, 0 to 1
   */
  next(value: number, n: number, chance = 0): LadderStep {
    const index = this.#submissions++;
    if (Number.isNaN(value)) return { shown: this.#shown, bits: 0 };
    const isFirst = this.#shown < 0;
    const threshold = this.#threshold(index + 1, n, chance);
    if (value <= threshold) return { shown: this.#shown, bits: 1 };
    this.#best = coarseValue(value, n);
    this.#shown = index;
    this.#questions = n;
    return { shown: index, bits: isFirst ? bitsAbove(0, n) : 1 + bitsAbove(threshold, n) };
  }

  /** What the score of a submitter's k-th submission must exceed. */
  #threshold(k: number, n: number, chance: number): number {
    if (this.#shown < 0) return Number.NEGATIVE_INFINITY;
    return Math.max(this.#best, chance) + riseNeeded(k, Math.min(n, this.#questions));
  }
}

/** The logarithm of the number of coarse scores that a score above a threshold can be rounded to. */
function bitsAbove(threshold: number, n: number): number {
  // Both ends may be rounded away from the middle, and the upper end is a value of its own.
  return Math.log2(Math.max(1, Math.ceil((1 - threshold) / scoreStep(n)) + 2));
}

/** The bits that a score over n questions tells at most. */
export const mostBits = (n: number): number => 1 + bitsAbove(0, n);
