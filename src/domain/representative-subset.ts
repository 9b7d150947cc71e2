/**
 * The methods of choosing the questions of a subset and of estimating a full score from them. RANDOM: a random sample,
 * with the mean of its scores. RANDOM_IRT: a random sample, with the estimate of the 2PL model. STRATIFIED: one of the
 * most discriminating questions from each stratum of difficulty. INFORMATION: the questions with the most Fisher
 * information over all abilities. ANCHORS: the question nearest to the centre of each cluster of item parameters,
 * weighted by the cluster's size. ANCHORS_GP: the questions of ANCHORS, with the mean of the estimate of ANCHORS and
 * the estimate of the 2PL model (gp-IRT).
 */
export const SUBSET_METHODS = ["RANDOM", "RANDOM_IRT", "STRATIFIED", "INFORMATION", "ANCHORS", "ANCHORS_GP"] as const;
export type SubsetMethod = (typeof SUBSET_METHODS)[number];

/** The chosen questions, with their weights. A question's weight is the share of all questions that it represents. */
export interface ChosenQuestions {
  readonly questions: readonly number[];
  readonly weights: readonly number[];
}

/** The absolute error of the estimated full scores of left-out models, as a fraction (0.03 is 3 points). */
export interface SubsetError {
  readonly mean: number;
  /** The 95th percentile. */
  readonly p95: number;
  /** The number of estimates from which the errors were computed. */
  readonly estimates: number;
}

/** The errors of a method, measured by leaving out single models and by leaving out families of models. */
export interface MethodError {
  readonly method: SubsetMethod;
  readonly leaveOneOut: SubsetError;
  readonly leaveFamilyOut: SubsetError;
}

/**
 * A subset of questions that represents all questions, with the data from which a full score can be estimated. It
 * consists of plain data.
 */
export interface RepresentativeSubset {
  readonly method: SubsetMethod;
  readonly seed: number;
  /** The number of questions that the full score covers. */
  readonly of: number;
  /** The chosen questions' ordinals, ascending. */
  readonly questions: readonly number[];
  /** The share of the benchmark that each chosen question represents; sums to 1. */
  readonly weights: readonly number[];
  readonly estimator: SubsetEstimator;
  /**
   * The measured errors of every method. The first entry belongs to the chosen method, which has the smallest error
   * for left-out families.
   */
  readonly errors: readonly MethodError[];
  /** The number of fits that leave out runs, and the number of fits that leave out families. */
  readonly folds: { readonly runs: number; readonly families: number };
  /** The number of runs, and of families of models, from which the subset was computed. */
  readonly evidence: { readonly runs: number; readonly families: number };
}

/**
 * The data of an estimator. The estimated full score is (1 − λ) · Σ weights · scores + λ · curve(θ), where λ is
 * `modelShare` and θ is estimated from the subset's scores. Its standard error is the model's standard error multiplied
 * by `errorScale`, which was measured on left-out families.
 */
export interface SubsetEstimator {
  readonly modelShare: number;
  /** The parameters a (discrimination) and c (intercept) of the chosen questions. */
  readonly discrimination: readonly number[];
  readonly intercept: readonly number[];
  /** The expected full score at evenly spaced θ from `CURVE_FROM` to −`CURVE_FROM`. */
  readonly curve: readonly number[];
  readonly errorScale: number;
  /** The degrees of freedom of Student's t for the interval. */
  readonly freedom: number;
}

/** A full score as estimated from a subset. It is never ranked among full runs. */
export interface ScoreEstimate {
  /** 0 to 1. */
  readonly value: number;
  readonly standardError: number;
  /** The 95 % interval. */
  readonly interval: { readonly lower: number; readonly upper: number; readonly level: number };
  /** The number of the subset's questions that the run was asked. */
  readonly asked: number;
}
