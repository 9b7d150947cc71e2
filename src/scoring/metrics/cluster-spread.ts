/** The distribution of a mean's scores over its clusters, which are videos. */
export interface ClusterSpread {
  /** How many scores the mean is of. */
  readonly n: number;
  readonly clusters: number;
  /** Of the clusters' sizes: the sum of their squares. */
  readonly sizeSquares: number;
  /** Of the clusters' residuals, each the sum of its scores less the mean: the sum of their squares. */
  readonly squares: number;
  /** The sum of their fourth powers. */
  readonly fourths: number;
}

/** Sums over the questions that are clusters of their own. */
export interface SingleSums {
  readonly count: number;
  readonly sum: number;
  readonly squares: number;
  readonly cubes: number;
  readonly fourths: number;
}

/** The squares and the fourth powers of the single questions' residuals. */
export function singleResiduals(
  { count, sum, squares, cubes, fourths }: SingleSums,
  mean: number,
): Pick<ClusterSpread, "squares" | "fourths"> {
  const square = mean * mean;
  return {
    squares: Math.max(0, squares - 2 * mean * sum + square * count),
    fourths: Math.max(
      0,
      fourths - 4 * mean * cubes + 6 * square * squares - 4 * square * mean * sum + square * square * count,
    ),
  };
}

/**
 * The standard error of the mean: sqrt(G/(G−1) · Σ_g (Σ_{i∈g} (s_i − s̄))²) / n, where G is the number of clusters.
 * @returns `NaN` with fewer than two clusters
 * @see E. Miller (2024), "Adding Error Bars to Evals", section 2.2; the factor G/(G−1) is that of
 *   A. C. Cameron and D. L. Miller (2015), "A practitioner's guide to cluster-robust inference", section II.B
 */
export function spreadError({ n, clusters, squares }: ClusterSpread): number {
  return clusters < 2 ? Number.NaN : Math.sqrt((clusters / (clusters - 1)) * squares) / n;
}

/**
 * The largest standard error that a mean of scores in [0, 1] can have (Popoviciu 1935: the deviation is at most half
 * of the range). It is used if there is only one cluster: then the data do not show the variance between videos.
 */
export const UNKNOWN_STANDARD_ERROR = 0.5;
