import type { Evidence } from "./evidence.ts";

/**
 * A two-parameter logistic model of the questions: P(right | θ) = 1 / (1 + exp(−(aθ + c))). The discrimination is a,
 * and the difficulty is b = −c/a. θ has mean 0 and standard deviation 1 over the runs.
 */
export interface ItemFit {
  readonly evidence: Evidence;
  /** a of each question; `NaN` for a question that no run was asked. It is negative if abler runs do worse. */
  readonly discrimination: Float64Array;
  /** The posterior standard deviation of a. */
  readonly discriminationError: Float64Array;
  /** c of each question. */
  readonly intercept: Float64Array;
  readonly interceptError: Float64Array;
  /** The covariance of a and c. */
  readonly covariance: Float64Array;
  /** θ of each run. */
  readonly abilities: Float64Array;
  readonly abilityErrors: Float64Array;
  /** The normal priors of a and c, estimated from all questions. */
  readonly prior: ItemPrior;
  readonly iterations: number;
  /** Whether the last step moved no ability by more than the tolerance. */
  readonly converged: boolean;
}

/** Independent normal priors of the discriminations and the intercepts. */
export interface ItemPrior {
  readonly discrimination: { readonly mean: number; readonly deviation: number };
  readonly intercept: { readonly mean: number; readonly deviation: number };
}

/** θ of a run, with its standard error. */
export interface Ability {
  readonly value: number;
  readonly standardError: number;
  /** The number of questions from which it is estimated. */
  readonly questions: number;
}
