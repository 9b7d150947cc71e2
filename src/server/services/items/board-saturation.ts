import type { Evidence } from "../../../scoring/items/evidence.ts";
import { type Saturation, saturationOf } from "../../../scoring/items/saturation.ts";
import type { ScoreSummary } from "../../../scoring/metrics/score-summary.ts";
import type { SliceQuestions } from "../../../scoring/metrics/slice-questions.ts";
import type { Leaderboard } from "../comparison/leaderboard-entries.ts";
import type { ItemAnalysis } from "./item-analysis.ts";

/** `Saturation` of the schema. */
export interface BoardSaturation extends Saturation {
  readonly evidence: Evidence;
}

/**
 * How close the best run of a leaderboard is to the ceiling that wrong keys leave over its slice.
 * @param analysis of the fullest inputs of each model
 * @returns null if there are too few runs, or no run is ranked
 */
export async function boardSaturation(
  board: Leaderboard,
  slice: SliceQuestions,
  analysis: ItemAnalysis,
): Promise<BoardSaturation | null> {
  if (!analysis.suffices("key-suspects") || !analysis.suffices("fit")) return null;
  const best = await bestScore(board);
  if (best === null) return null;
  const inSlice = new Set(slice.ordinals);
  const suspects = (await analysis.suspects()).filter(({ question }) => inSlice.has(question));
  if (suspects.length === 0) return null;
  return { ...saturationOf(suspects, best.interval), evidence: analysis.evidence };
}

/** The score of the best run; published figures have no interval. */
async function bestScore(board: Leaderboard): Promise<ScoreSummary | null> {
  for (let place = 0; place < board.length; place++) {
    const score = await board.score(place);
    if (score !== null) return score;
  }
  return null;
}
