import { coarseValue, scoreStep } from "./coarse-score.ts";

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

/**
 * The Ladder: decides for each submission of a submitter whether it shows its own score. A submission shows its own
 * score if that exceeds the best score shown before by more than `riseNeeded`; otherwise it repeats the best score. A
 * submitter therefore learns of at most 1/step improvements, whatever the number of submissions.
 * @param values the exact scores, 0 to 1, in the order of submission; `NaN` for a submission without a score
 * @param questions the number of questions of all scores, or of each score. If a score and the best score before it
 *   cover different numbers, the smaller one decides the rise that is needed
 * @returns for each submission, the index of the submission whose score is shown; −1 before the first one with a score
 * @see A. Blum and M. Hardt (2015), "The Ladder: A Reliable Leaderboard for Machine Learning Competitions", ICML,
 *   algorithm 1
 */
export function ladder(values: ArrayLike<number>, questions: number | ArrayLike<number>): Int32Array {
  const countOf = (at: number): number => (typeof questions === "number" ? questions : (questions[at] ?? 0));
  const shown = new Int32Array(values.length);
  let best = Number.NEGATIVE_INFINITY;
  let index = -1;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? Number.NaN;
    const n = countOf(at);
    const fewest = index < 0 ? n : Math.min(n, countOf(index));
    if (value > best + (index < 0 ? 0 : riseNeeded(at + 1, fewest))) {
      best = coarseValue(value, n);
      index = at;
    }
    shown[at] = index;
  }
  return shown;
}
