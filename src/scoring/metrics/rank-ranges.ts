import { countAbove, type Measured } from "./count-above.ts";
import { Z_95 } from "./wilson-interval.ts";

/** The best and the worst rank that a run may have, 1 being the first. */
export interface RankRange {
  readonly best: number;
  readonly worst: number;
}

/** A run in a leaderboard. */
export type RankedScore = Measured;

/**
 * The ranks that the error bars leave open: one more than the number of runs that are significantly better, to the number
 * of those that are not significantly worse. Runs are compared as if they were independent, which is cautious, because runs
 * over the same questions are positively correlated; `comparePaired` decides a single pair more sharply.
 * @see H. Goldstein and D. Spiegelhalter (1996), "League tables and their limitations", JRSS A 159:385–443; M. Mogstad et
 *   al. (2024), "Inference for ranks", Review of Economic Studies 91:476–518, for ranges from pairwise comparisons
 */
export function rankRanges(scores: readonly RankedScore[]): RankRange[] {
  const better = countAbove(scores, Z_95);
  const negated = scores.map(({ value, standardError }) => ({ value: -value, standardError }));
  const worse = countAbove(negated, Z_95);
  return scores.map((_, index) => ({ best: 1 + (better[index] ?? 0), worst: scores.length - (worse[index] ?? 0) }));
}
