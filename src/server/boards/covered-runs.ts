import { isPartial } from "../../domain/partial.ts";
import { countCommon } from "../../scoring/metrics/count-bits.ts";
import type { SliceQuestions } from "../../scoring/metrics/slice-questions.ts";
import type { MissingQuestions } from "../memory/missing-questions.ts";
import type { VisibleRun } from "../memory/run-queries.ts";
import type { ManyScores } from "./many-scores.ts";

/** The scores of the runs that cover a slice. */
export interface CoveredScores {
  /** `NaN` for a run that is left out, as for a run that is not scored. */
  readonly scores: ManyScores;
  /** How many runs are left out. */
  readonly leftOut: number;
}

/**
 * Leaves out the runs that have predictions for less than half of the scorable questions of a slice. A run whose
 * missing questions in the whole release are at most half as many as the slice's scorable questions covers the slice.
 * Its missing questions are therefore not read.
 */
export async function leaveOutUncovered(
  missing: MissingQuestions,
  runs: readonly VisibleRun[],
  scores: ManyScores,
  { words }: SliceQuestions,
): Promise<CoveredScores> {
  const suspects: { readonly place: number; readonly run: number; readonly revision: number }[] = [];
  for (const [place, { run, revision, missing: most }] of runs.entries()) {
    if (revision !== null && isPartial(most, scores.counts[place] ?? 0)) suspects.push({ place, run, revision });
  }
  if (suspects.length === 0) return { scores, leftOut: 0 };
  const values = scores.values.slice();
  let leftOut = 0;
  for (const [index, bits] of (await missing.of(suspects)).entries()) {
    const place = suspects[index]?.place ?? -1;
    if (bits === null || Number.isNaN(values[place])) continue;
    if (!isPartial(countCommon(bits.words, 0, words), scores.counts[place] ?? 0)) continue;
    values[place] = Number.NaN;
    leftOut += 1;
  }
  return { scores: { ...scores, values }, leftOut };
}
