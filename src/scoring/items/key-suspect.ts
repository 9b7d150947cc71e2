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
