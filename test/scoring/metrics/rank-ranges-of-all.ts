import {
  type PairedErrors,
  type RankedScore,
  type RankRange,
  RankRanges,
} from "../../../src/scoring/metrics/rank-ranges.ts";

/** The ranges of all entries of a leaderboard. */
export function rankRanges(
  scores: readonly RankedScore[],
  videos: number | null,
  ...pairedErrors: [PairedErrors?]
): RankRange[] {
  const ranges = new RankRanges(scores, videos, ...pairedErrors);
  return scores.map((_, index) => ranges.at(index));
}
