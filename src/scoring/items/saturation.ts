import type { Interval } from "../metrics/wilson-interval.ts";
import type { KeySuspect } from "./key-suspect.ts";

/** How close the best run is to the score that a model without mistakes would get. */
export interface Saturation {
  /**
   * The expected share of wrong keys: the mean over all questions of the probability that the key is wrong. Each
   * probability is an upper bound, and therefore the mean is one, too.
   */
  readonly wrongKeys: number;
  /** 1 − `wrongKeys`: the expected score of a model without mistakes. */
  readonly ceiling: number;
  /** Whether the ceiling lies within or below the best run's interval. */
  readonly saturated: boolean;
}

/**
 * The highest score that a model can expect, given that some keys are wrong.
 * @param suspects the examined questions, each with the probability that its key is wrong
 * @param best the interval of the best run's score
 */
export function saturationOf(suspects: readonly KeySuspect[], best: Interval): Saturation {
  const wrongKeys = suspects.reduce((sum, { probability }) => sum + probability, 0) / Math.max(1, suspects.length);
  return { wrongKeys, ceiling: 1 - wrongKeys, saturated: best.upper >= 1 - wrongKeys };
}
