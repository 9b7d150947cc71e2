import type { Slice } from "./question-slice.ts";

/** Caches the results, because the function is called with the same slice for every run and release. */
const KNOWN = new WeakMap<Slice, boolean>();

/**
 * Whether a slice has a condition on key reviews. Such a slice of a release changes when a key is reviewed; every other
 * slice of a release always has the same questions.
 */
export function followsReviews(slice: Slice): boolean {
  const follows = KNOWN.get(slice) ?? hasReviewCondition(slice);
  KNOWN.set(slice, follows);
  return follows;
}

function hasReviewCondition(slice: Slice): boolean {
  if (slice.kind === "not") return followsReviews(slice.of);
  return slice.kind === "and" || slice.kind === "or" ? slice.of.some(followsReviews) : slice.kind === "keyAmbiguous";
}
