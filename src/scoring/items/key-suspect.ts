import type { Interval } from "../metrics/score-interval.ts";
import type { Evidence } from "./evidence.ts";

/** A question whose key is probably wrong. */
export interface KeySuspect {
  /** The question's ordinal. */
  readonly question: number;
  readonly key: number;
  /** The option that the answers favour, from 1 on. */
  readonly proposed: number;
  /**
   * ln of the likelihood ratio of "the proposed option is right" to "the key is right". Together, the runs of a
   * family count as the family's effective number of independent runs.
   */
  readonly evidence: number;
  /**
   * The posterior probability that an option other than the key is right, 0 to 1, assuming that models share no
   * misconceptions. Models do share misconceptions, so the true probability is lower: of the twenty strongest suspects
   * on MMLU-Pro, three keys are plainly wrong (`docs/item-analysis.md`).
   */
  readonly probability: number;
  /** The runs that chose the proposed option, and their families. */
  readonly proposedBy: Evidence;
  readonly keyChosenBy: Evidence;
  /** The runs that chose any option. */
  readonly answeredBy: Evidence;
}

/** How close the best run is to the score that a model without mistakes would get. */
export interface Saturation {
  /**
   * The expected share of wrong keys: the mean over the examined questions of the probability that the key is wrong. It
   * is an upper bound, because the probabilities do not allow for misconceptions that models share.
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
interface ExaminedKeys {
  /** The questions whose keys are not ambiguous. `probability` is 0 for a key that its current review calls right. */
  readonly suspects: readonly Pick<KeySuspect, "probability">[];
  /** The number of further questions, whose keys are ambiguous. */
  readonly ambiguous: number;
}

/**
 * The expected loss on a question with an ambiguous key: if two options can be defended, a model without mistakes
 * chooses the key half of the time.
 */
const LOST_OF_AMBIGUOUS = 0.5;

/**
 * The highest score that wrong and ambiguous keys allow.
 * @param best the interval of the best run's score
 */
export function saturationOf({ suspects, ambiguous }: ExaminedKeys, best: Interval): Saturation {
  const examined = Math.max(1, suspects.length + ambiguous);
  const wrongKeys = suspects.reduce((sum, { probability }) => sum + probability, 0) / examined;
  const ambiguousKeys = ambiguous / examined;
  const ceiling = 1 - wrongKeys - LOST_OF_AMBIGUOUS * ambiguousKeys;
  return { wrongKeys, ambiguousKeys, ceiling, saturated: best.upper >= ceiling };
}
