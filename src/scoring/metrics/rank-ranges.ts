import { Z_95 } from "./wilson-interval.ts";

/** The best and the worst rank that a run may have, 1 being the first. */
export interface RankRange {
  readonly best: number;
  readonly worst: number;
}

/** A run in a leaderboard. */
export interface RankedScore {
  readonly value: number;
  readonly standardError: number;
}

/**
 * The ranks that the error bars leave open: one more than the number of runs that are significantly better, to the number
 * of those that are not significantly worse. Runs are compared as if they were independent, which is cautious, because runs
 * over the same questions are positively correlated; `comparePaired` decides a single pair more sharply.
 * @see H. Goldstein and D. Spiegelhalter (1996), "League tables and their limitations", JRSS A 159:385–443; M. Mogstad et
 *   al. (2024), "Inference for ranks", Review of Economic Studies 91:476–518, for ranges from pairwise comparisons
 */
export function rankRanges(scores: readonly RankedScore[]): RankRange[] {
  return scores.map((score) => {
    const better = scores.filter((other) => isAbove(other, score)).length;
    const worse = scores.filter((other) => isAbove(score, other)).length;
    return { best: better + 1, worst: scores.length - worse };
  });
}

const isAbove = (one: RankedScore, other: RankedScore): boolean =>
  one.value - other.value > Z_95 * Math.hypot(one.standardError, other.standardError);
