import { correctedRanks, type RankChange } from "../../scoring/items/corrected-ranks.ts";
import { type Figure, withheldFor } from "../../scoring/items/evidence.ts";
import type { KeySuspect } from "../../scoring/items/key-suspect.ts";
import type { KeyReviewRow } from "../conditions/key-review-queries.ts";
import type { ItemAnalysis } from "./item-analysis.ts";

/** A suspected answer key, with its latest review. */
export interface ReviewedSuspect extends KeySuspect {
  readonly review: KeyReviewRow | null;
}

/**
 * How much the evidence against an answer key must rise before a key that a review called right is listed again. The
 * evidence is the logarithm of a likelihood ratio, which then rises by a factor of ten.
 */
const RISE = Math.log(10);
/**
 * If one of these figures is withheld, no answer key is suspected. The figure `fit` is the item response model, from
 * which the evidence is computed.
 */
export const SUSPECT_FIGURES: readonly Figure[] = ["key-suspects", "fit"];
/** The bytes of a run in the totals. */
const BYTES_OF_RUN = 16;

/**
 * The evidence against the answer key of each question that enough runs answered, strongest first; empty if there are
 * too few runs in total.
 * @param analysis one that counts the runs of each AI model with its fullest inputs (`CountedInputs`)
 */
export async function keySuspects(analysis: ItemAnalysis): Promise<readonly KeySuspect[]> {
  if (analysis.withheld(SUSPECT_FIGURES).length > 0) return [];
  return (await analysis.suspects()).filter(({ answeredBy }) => withheldFor("key-suspects", answeredBy) === null);
}

/**
 * Whether a maintainer should review the answer key of a question. The answers must support another option more than
 * the key, and an earlier review must not have settled the matter. A key that was called ambiguous is not listed again.
 * A key that was called right is listed again if the key or the proposed option has changed, or if the evidence has
 * risen by ln 10. A review that confirmed the suspicion corrected the key. Such a review says nothing about the new
 * key, which is therefore listed if there is evidence against it.
 */
export function awaitsReview({ key, proposed, evidence, review }: ReviewedSuspect): boolean {
  if (!(evidence > 0)) return false;
  switch (review?.verdict) {
    case undefined:
    case "CONFIRMED":
      return true;
    case "AMBIGUOUS":
      return false;
    case "RIGHT":
      return key !== review.key || proposed !== review.proposed || evidence >= (review.evidence ?? evidence) + RISE;
  }
}

/**
 * The latest review of each question, by ordinal.
 * @param reviews oldest first
 */
export const latestReviews = (reviews: readonly KeyReviewRow[]): ReadonlyMap<number, KeyReviewRow> =>
  new Map(reviews.map((review) => [review.ordinal, review]));

/** A run whose rank a correction changes, by its primary key. */
export interface RunRankChange extends Omit<RankChange, "run"> {
  readonly run: number;
}

/** The runs whose rank among the counted runs would change if one key were corrected, the largest change first. */
export async function rankChanges(
  analysis: ItemAnalysis,
  { question, proposed }: Pick<KeySuspect, "question" | "proposed">,
): Promise<readonly RunRankChange[]> {
  const { matrix, runs } = analysis;
  const bytes = BYTES_OF_RUN * runs.length;
  const totals = await analysis.stage({ kind: "totals", input: () => matrix, bytes });
  const places = ({ rankBefore, rankAfter }: RankChange): number => Math.abs(rankAfter - rankBefore);
  return correctedRanks(matrix, [{ question, key: proposed }], totals)
    .filter((change) => places(change) > 0)
    .sort((a, b) => places(b) - places(a) || a.rankAfter - b.rankAfter)
    .flatMap((change) => {
      const counted = runs[change.run];
      return counted === undefined ? [] : [{ ...change, run: counted.run }];
    });
}
