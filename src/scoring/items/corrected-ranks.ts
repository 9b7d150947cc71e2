import { scoreOf } from "./item-scores.ts";
import { type AnswerMatrix, hasBit } from "./outcome-matrix.ts";

/** A correction of one question's key. */
export interface Correction {
  readonly question: number;
  /** The right option, from 1 on. */
  readonly key: number;
}

/** What corrections change for one run. */
export interface RankChange {
  /** The index of the run. */
  readonly run: number;
  /** The mean score over the questions that the run was asked, 0 to 1; `NaN` if it was asked none. */
  readonly before: number;
  readonly after: number;
  /** 1 is the best; equal scores share a rank. */
  readonly rankBefore: number;
  readonly rankAfter: number;
}

/** For each run, the sum of its scores, and the number of questions that it was asked. */
export interface RunTotals {
  readonly sums: Float64Array;
  readonly counts: Float64Array;
}

/** The totals of all runs. They are computed once and then used for any number of corrections. */
export function runTotals({ questions, runs }: AnswerMatrix): RunTotals {
  const sums = new Float64Array(runs.length);
  const counts = new Float64Array(runs.length);
  for (const [index, run] of runs.entries()) {
    for (let question = 0; question < questions; question++) {
      const score = scoreOf(run, question);
      if (Number.isNaN(score)) continue;
      sums[index] = (sums[index] ?? 0) + score;
      counts[index] = (counts[index] ?? 0) + 1;
    }
  }
  return { sums, counts };
}

/**
 * The scores and ranks of all runs before and after corrections. The stored choices are compared with the corrected
 * keys. A run without choices keeps its score.
 */
export function correctedRanks(
  { runs }: AnswerMatrix,
  corrections: readonly Correction[],
  { sums, counts }: RunTotals,
): RankChange[] {
  const scores = runs.map((run, index) => {
    const gained = corrections.reduce((sum, { question, key }) => {
      if (run.choices === null || !hasBit(run.asked, question)) return sum;
      return sum + Number(run.choices[question] === key) - scoreOf(run, question);
    }, 0);
    const [before, count] = [sums[index] ?? 0, counts[index] ?? 0];
    return { before: before / count, after: (before + gained) / count };
  });
  const before = ranksOf(scores.map((score) => score.before));
  const after = ranksOf(scores.map((score) => score.after));
  return scores.map((score, run) => ({
    run,
    ...score,
    rankBefore: before[run] ?? 1,
    rankAfter: after[run] ?? 1,
  }));
}

/** The ranks of scores: 1 is the highest, and equal scores share a rank. Runs without a score come last. */
function ranksOf(scores: readonly number[]): number[] {
  const comparable = scores.map((score) => (Number.isNaN(score) ? Number.NEGATIVE_INFINITY : score));
  const first = new Map<number, number>();
  for (const [place, score] of comparable.toSorted((a, b) => b - a).entries())
    if (!first.has(score)) first.set(score, place + 1);
  return comparable.map((score) => first.get(score) ?? 1);
}
