import type { Evidence } from "../../scoring/items/evidence.ts";
import { type KeySuspect, type Saturation, saturationOf } from "../../scoring/items/key-suspect.ts";
import type { ScoreSummary } from "../../scoring/metrics/score-summary.ts";
import type { SliceQuestions } from "../../scoring/metrics/slice-questions.ts";
import type { Leaderboard } from "../boards/leaderboard-entries.ts";
import type { KeyReviewRow } from "../conditions/key-review-queries.ts";
import type { ItemAnalysis } from "./item-analysis.ts";
import { awaitsReview, keySuspects, latestReviews, SUSPECT_FIGURES } from "./key-suspects.ts";

/** `Saturation` of the schema. */
export interface BoardSaturation extends Saturation {
  readonly evidence: Evidence;
}

/**
 * How close the best run of a leaderboard is to the highest score that wrong and ambiguous answer keys allow over the
 * slice.
 * @param analysis an analysis that counts the runs with the fullest inputs of each model
 * @param reviews the reviews of the release's answer keys, oldest first
 * @returns null if there are too few runs, or no run is ranked
 */
export async function boardSaturation(
  board: Leaderboard,
  slice: SliceQuestions,
  analysis: ItemAnalysis,
  reviews: readonly KeyReviewRow[],
): Promise<BoardSaturation | null> {
  if (analysis.withheld(SUSPECT_FIGURES).length > 0) return null;
  const best = await bestScore(board);
  if (best === null) return null;
  const inSlice = new Set(slice.ordinals);
  const examined = (await keySuspects(analysis)).filter(({ question }) => inSlice.has(question));
  if (examined.length === 0) return null;
  return {
    ...saturationOf(examinedKeys(examined, latestReviews(reviews)), best.interval),
    evidence: analysis.evidence,
  };
}

/**
 * The probabilities that answer keys are wrong, and the number of ambiguous keys. The probability is 0 for a key that a
 * maintainer has reviewed, unless the question awaits another review.
 */
function examinedKeys(
  examined: readonly KeySuspect[],
  reviews: ReadonlyMap<number, KeyReviewRow>,
): Parameters<typeof saturationOf>[0] {
  const reviewed = examined.map((suspect) => ({ ...suspect, review: reviews.get(suspect.question) ?? null }));
  const clear = reviewed.filter(({ review }) => review?.verdict !== "AMBIGUOUS");
  const suspects = clear.map((suspect) => ({
    probability: suspect.review === null || awaitsReview(suspect) ? suspect.probability : 0,
  }));
  return { suspects, ambiguous: reviewed.length - clear.length };
}

/** The score of the best run. Published figures are skipped, because they have no interval. */
async function bestScore(board: Leaderboard): Promise<ScoreSummary | null> {
  for (let place = 0; place < board.length; place++) {
    const score = await board.score(place);
    if (score !== null) return score;
  }
  return null;
}
