import type { ScoreEstimate } from "../../domain/representative-subset.ts";
import { estimateFullScore } from "../../scoring/items/subset-estimator.ts";
import type { RunVectors } from "../../scoring/metrics/run-vectors.ts";
import { scoreAt } from "../../scoring/metrics/run-vectors.ts";
import type { SubsetRow } from "../boards/item-subset-queries.ts";
import type { RunAggregates, RunReference } from "../boards/run-aggregates.ts";
import { questionsHash } from "./item-subsets.ts";

/** An estimate of a run's score over all questions of a slice, with the stored subset that it comes from. */
export interface SubsetEstimate extends ScoreEstimate {
  readonly row: SubsetRow;
}

/**
 * The estimate of a run's score over the slice of a stored subset. Null unless the run has predictions for exactly the
 * questions of the subset. Also null for a run that was asked without options or is not scored, and if answers are
 * hidden from the viewer.
 */
export async function scoreEstimate(
  aggregates: RunAggregates,
  reference: RunReference,
): Promise<SubsetEstimate | null> {
  const { release, openEnded, answersVisible } = reference;
  if (!answersVisible || openEnded) return null;
  const sizes = await aggregates.items.subsetSizes(release);
  if (sizes.length === 0) return null;
  const vectors = await aggregates.vectors(reference);
  if (vectors === null) return null;
  const given = [...vectors.answered.or(vectors.unparsed).or(vectors.errored).or(vectors.unscored).ordinals()];
  if (!sizes.includes(given.length)) return null;
  const row = await aggregates.items.subset({ release, hash: questionsHash(given) });
  return row && { ...estimateFullScore(row.subset, scoresOver(vectors, row.subset.questions)), row };
}

/** As in every score, an errored prediction counts as wrong, and an unscored one does not count. */
const scoresOver = (vectors: RunVectors, ordinals: readonly number[]): Float64Array =>
  Float64Array.from(ordinals, (ordinal) => (vectors.unscored.has(ordinal) ? Number.NaN : scoreAt(vectors, ordinal)));
