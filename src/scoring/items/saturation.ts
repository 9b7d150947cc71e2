import type { Interval } from "../metrics/wilson-interval.ts";
import type { KeySuspect } from "./key-suspect.ts";

/** How close the best run is to the score that a model without mistakes would get. */
export interface Saturation {
  /**
   * The expected share of wrong keys: the mean probability over the examined questions. It is an upper bound, because
   * each of the probabilities is an upper bound.
   */
  readonly wrongKeys: number;
  /** The share of the examined questions whose keys were reviewed as ambiguous. */
  readonly ambiguousKeys: number;
  /** 1 − `wrongKeys` − `ambiguousKeys` / 2: the expected score of a model without mistakes. */
  readonly ceiling: number;
  /** Whether the ceiling lies within or below the best run's interval. */
  readonly saturated: boolean;
}

/** The data about the keys of the examined questions. */
export interface ExaminedKeys {
  /** The questions whose keys are not ambiguous; the probability is 0 if the current review calls the key right. */
  readonly suspects: readonly Pick<KeySuspect, "probability">[];
  /** How many other questions have a key that is ambiguous. */
  readonly ambiguous: number;
}

/** If two options can be defended, a model without mistakes chooses the key half of the time. */
const LOST_OF_AMBIGUOUS = 0.5;

/**
 * The highest score that is possible in spite of wrong and ambiguous keys.
 * @param best the interval of the best run's score
 */
export function saturationOf({ suspects, ambiguous }: ExaminedKeys, best: Interval): Saturation {
  const examined = Math.max(1, suspects.length + ambiguous);
  const wrongKeys = suspects.reduce((sum, { probability }) => sum + probability, 0) / examined;
  const ambiguousKeys = ambiguous / examined;
  const ceiling = 1 - wrongKeys - LOST_OF_AMBIGUOUS * ambiguousKeys;
  return { wrongKeys, ambiguousKeys, ceiling, saturated: best.upper >= ceiling };
}
