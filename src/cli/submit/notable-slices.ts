import type { Omnidex } from "../../sdk/client.ts";
import type { BreakdownCell, Dimension, Run } from "../../sdk/types.ts";

/** The minimum size of a slice. With fewer questions, its interval is wider than most differences between slices. */
export const LEAST_QUESTIONS = 30;
const SHOWN = 3;
const DIMENSIONS = ["LEVEL", "AUDIO_TYPE", "DURATION", "TASK", "CATEGORY"] as const satisfies readonly Dimension[];

/** The slices where a run is best and worst, the most extreme first. */
export interface NotableSlices {
  readonly strongest: readonly BreakdownCell[];
  readonly weakest: readonly BreakdownCell[];
}

/**
 * The slices of one dimension in which a run scores highest and lowest. Slices of fewer than {@link LEAST_QUESTIONS}
 * questions, and the slice of all questions, are left out. No slice is in both lists.
 */
export async function notableSlices(omnidex: Omnidex, run: Run): Promise<NotableSlices> {
  const breakdowns = await Promise.all(DIMENSIONS.map((dimension) => omnidex.breakdown(run.id, { by: [dimension] })));
  const parts = breakdowns
    .flat()
    .filter(({ score }) => score.n >= LEAST_QUESTIONS && score.n < (run.score?.n ?? 0))
    .toSorted((a, b) => b.score.value - a.score.value);
  const shown = Math.min(SHOWN, Math.floor(parts.length / 2));
  return { strongest: parts.slice(0, shown), weakest: parts.slice(parts.length - shown).toReversed() };
}
