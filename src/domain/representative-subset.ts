/**
 * How the questions of a subset are chosen and a full score is estimated from them. RANDOM: a random sample and its mean.
 * RANDOM_IRT: the same, estimated by the 2PL model. STRATIFIED: one of the most discriminating questions of each stratum of
 * difficulty. INFORMATION: the questions with the most Fisher information over all abilities. ANCHORS: the question nearest
 * to the centre of each cluster of parameters, weighted by the cluster's size. ANCHORS_GP: the mean of that and of the
 * model's estimate (gp-IRT).
 */
export const SUBSET_METHODS = ["RANDOM", "RANDOM_IRT", "STRATIFIED", "INFORMATION", "ANCHORS", "ANCHORS_GP"] as const;
export type SubsetMethod = (typeof SUBSET_METHODS)[number];

/** The chosen questions, and the share of all that each stands for. */
export interface ChosenQuestions {
  readonly questions: readonly number[];
  readonly weights: readonly number[];
}

/** The error of an estimated full score, in shares (0.03 is 3 points), of models that were left out. */
export interface SubsetError {
  readonly mean: number;
  /** The 95th percentile. */
  readonly p95: number;
  /** How many estimates it comes from. */
  readonly estimates: number;
}

/** A method as measured by leaving out models, and families of models. */
export interface MethodError {
  readonly method: SubsetMethod;
  readonly leaveOneOut: SubsetError;
  readonly leaveFamilyOut: SubsetError;
}

/** Questions that stand for all, with what is needed to estimate a full score from them. All of it is plain data. */
export interface RepresentativeSubset {
  readonly method: SubsetMethod;
  readonly seed: number;
  /** How many questions the full score is of. */
  readonly of: number;
  /** The chosen questions' ordinals, ascending. */
  readonly questions: readonly number[];
  /** How much of the benchmark each chosen question stands for; sums to 1. */
  readonly weights: readonly number[];
  readonly estimator: SubsetEstimator;
  /** The measured error of every method; the first is the chosen one, and has the smallest when leaving out families. */
  readonly errors: readonly MethodError[];
  /** How many times the model was fitted without some of the runs, and without some of the families. */
  readonly folds: { readonly runs: number; readonly families: number };
  /** From how many runs, and of how many families of models, it comes. */
  readonly evidence: { readonly runs: number; readonly families: number };
}

/**
 * The full score is (1 − λ) · Σ weights · scores + λ · curve(θ), where λ is `modelShare` and θ is estimated from the
 * subset's scores. Its standard error is that of the model, times `errorScale`, which left-out families were measured to need.
 */
export interface SubsetEstimator {
  readonly modelShare: number;
  /** a and c of the chosen questions. */
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
  /** 95 %. */
  readonly interval: { readonly lower: number; readonly upper: number; readonly level: number };
  /** How many questions of the subset the run was asked. */
  readonly asked: number;
}
