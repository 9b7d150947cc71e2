import { outcomeAt, type RunVectors } from "../../../../src/scoring/metrics/run-vectors.ts";
import type { RunCounts } from "../../../../src/scoring/metrics/slice-score.ts";

/** Counts the outcomes over the selected ordinals. */
export function countOutcomes(run: RunVectors, ordinals: ArrayLike<number>): RunCounts {
  const counts = { MISSING: 0, WRONG: 0, CORRECT: 0, UNPARSED: 0, ERRORED: 0, UNSCORED: 0, PARTIAL: 0 };
  for (let index = 0; index < ordinals.length; index++) counts[outcomeAt(run, ordinals[index] ?? -1)] += 1;
  return {
    total: ordinals.length,
    correct: counts.CORRECT,
    wrong: counts.WRONG,
    partial: counts.PARTIAL,
    unparsed: counts.UNPARSED,
    missing: counts.MISSING,
    errored: counts.ERRORED,
    unscored: counts.UNSCORED,
  };
}
