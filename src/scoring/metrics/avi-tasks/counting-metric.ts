import { findLiteral } from "../../scorers/answer-literal.ts";
import { type CountParts, countingLoss, countParts, meanError, readCounts } from "../../scorers/count-parts.ts";
import { type KeyOf, meanOf, rootMeanSquare, type TaskMetric } from "./task-figure.ts";

/** Predictions of at least this many characters are left out, by the official code but not by the paper. */
const TOO_LONG = 300;

const countsOf = ({ counts }: KeyOf<"counts">): ReadonlyMap<string, number> => new Map(Object.entries(counts));

/**
 * AMIC and VMIC: (S + C) / 2. S is the mean of the questions' F1 (AMIC) or recall (VMIC). C is 1 − tanh(0.3 · RMSE),
 * where RMSE is the root mean square of the questions' counting errors. C is 0 if S is 0.
 *
 * For an unreadable answer, the official code takes the mean of the key's counts as the error; the paper does not
 * mention this case. The official code leaves out long predictions, after it has reduced each prediction to the object
 * in it. This function measures the length of the object that was read, or of the whole answer if no object was read.
 * @see AVI-Bench, appendix G.1.1 and G.1.2, eqs. 12 and 15 to 20; eval/level_metrics/level_score.py,
 *   `eval_multi_instance_cls_and_count`
 */
export const countingMetric = (visual: boolean): TaskMetric<"counts", CountParts> => ({
  kind: "counts",
  read: (text, key) => {
    const counts = readCounts(text);
    return typeof counts === "string" ? null : countParts(counts, countsOf(key), visual);
  },
  unread: ({ counts }) => ({ semantic: 0, error: meanError(Object.values(counts)) }),
  // Eq. 13, for an answer that names no class of the key.
  nothing: (key) => ({ semantic: 0, error: countParts(new Map(), countsOf(key), visual).error }),
  skips: (text) => isTooLong(findLiteral(text, "{")?.source ?? text),
  combine: (samples) => {
    const semantic = meanOf(samples.map((sample) => sample.semantic));
    const rmse = rootMeanSquare(samples.map(({ error }) => error));
    const counting = semantic === 0 ? 0 : 1 - countingLoss(rmse);
    const parts = [
      { name: "SEMANTIC", value: semantic },
      { name: "COUNTING", value: counting },
      { name: "RMSE", value: rmse },
    ] as const;
    return { value: (semantic + counting) / 2, parts };
  },
});

/** The length in characters, as Python counts them. */
const isTooLong = (text: string): boolean =>
  text.length >= TOO_LONG && [...text.slice(0, 2 * TOO_LONG)].length >= TOO_LONG;
