import type { RankedScore, RankRange } from "../../../src/scoring/metrics/rank-ranges.ts";

/**
 * The definition of `rankRanges`: the ranks that remain possible after all pairs are compared at `z` standard errors.
 */
export function rangesByPairs(scores: readonly RankedScore[], z: number): RankRange[] {
  const isAbove = (one: RankedScore, other: RankedScore): boolean =>
    one.value - other.value > z * Math.hypot(one.standardError, other.standardError);
  return scores.map((score) => ({
    best: 1 + scores.filter((other) => isAbove(other, score)).length,
    worst: scores.length - scores.filter((other) => isAbove(score, other)).length,
  }));
}
