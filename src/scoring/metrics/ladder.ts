import { coarseValue, scoreStep } from "./coarse-score.ts";

/**
 * The Ladder: decides whose score each of a submitter's submissions shows. A submission shows its own score if that
 * exceeds the best score shown before by more than a step; otherwise it repeats the best score. A submitter therefore
 * learns of at most 1/step improvements, whatever the number of submissions.
 * @param values the exact scores, 0 to 1, in the order of submission; `NaN` for a submission without a score
 * @param n the number of questions of each score
 * @returns for each submission, the index of the submission whose score is shown; −1 before the first one with a score
 * @see A. Blum and M. Hardt (2015), "The Ladder: A Reliable Leaderboard for Machine Learning Competitions", ICML,
 *   algorithm 1
 */
export function ladder(values: ArrayLike<number>, n: number): Int32Array {
  const shown = new Int32Array(values.length);
  let best = Number.NEGATIVE_INFINITY;
  let index = -1;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? Number.NaN;
    if (value > best + (index < 0 ? 0 : scoreStep(n))) {
      best = coarseValue(value, n);
      index = at;
    }
    shown[at] = index;
  }
  return shown;
}
