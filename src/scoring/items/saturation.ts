import type { Interval } from "../metrics/wilson-interval.ts";
import type { KeySuspect } from "./key-suspect.ts";

/** How close the best run is to the score that a model without mistakes would get. */
export interface Saturation {
  /** The expected share of wrong keys: the mean probability over all questions, an upper bound as each of them is. */
  readonly wrongKeys: number;
  /** 1 − `wrongKeys`: what a model without mistakes is expected to score. */
  readonly ceiling: number;
  /** Whether the ceiling lies within or below the best run's interval. */
  readonly saturated: boolean;
}

/**
 * The ceiling that wrong keys leave.
 * @param suspects the questions that were examined, each with its probability
 * @param best the interval of the best run's score
 */
export function saturationOf(suspects: readonly KeySuspect[], best: Interval): Saturation {
  const wrongKeys = suspects.reduce((sum, { probability }) => sum + probability, 0) / Math.max(1, suspects.length);
  return { wrongKeys, ceiling: 1 - wrongKeys, saturated: best.upper >= 1 - wrongKeys };
}
