/** How the scores behind a mean are distributed over clusters (videos). */
export interface ClusterSpread {
  /** The number of scores. */
  readonly n: number;
  readonly clusters: number;
  /** The sum of the squares of the clusters' sizes. */
  readonly sizeSquares: number;
  /**
   * The sum of the squares of the clusters' residuals. A cluster's residual is the sum over its scores of score minus
   * mean.
   */
  readonly squares: number;
  /** The sum of the fourth powers of the clusters' residuals. */
  readonly fourths: number;
}

/** The sums of the squares and of the fourth powers of residuals. */
export type ResidualSums = Pick<ClusterSpread, "squares" | "fourths">;

/**
 * The sums over questions that are clusters of their own. The residuals are added one by one, because sums of powers of
 * the scores would lose the precision of residuals that are near 0.
 * @param scores at least the scores that are not 0
 * @param count the number of questions, including those with score 0
 */
export function residualsAlone(scores: readonly number[], count: number, mean: number): ResidualSums {
  const sums = { squares: 0, fourths: 0 };
  addResiduals(sums, -mean, count - scores.length);
  for (const score of scores) addResiduals(sums, score - mean, 1);
  return sums;
}

/** The result of `residualsAlone` if `ones` questions have the score 1 and all others have the score 0. */
export function binaryResidualsAlone(ones: number, count: number, mean: number): ResidualSums {
  const sums = { squares: 0, fourths: 0 };
  addResiduals(sums, -mean, count - ones);
  addResiduals(sums, 1 - mean, ones);
  return sums;
}

function addResiduals(sums: { squares: number; fourths: number }, residual: number, times: number): void {
  const square = residual * residual;
  sums.squares += times * square;
  sums.fourths += times * square * square;
}

/**
 * The factor G/(G−1) that corrects a sum of squared residuals for the number of clusters G, which need not be whole.
 * @see A. C. Cameron and D. L. Miller (2015), "A practitioner's guide to cluster-robust inference", section II.B
 */
export const clusterCorrection = (clusters: number): number => clusters / (clusters - 1);

/**
 * The standard error of the mean: sqrt(G/(G−1) · Σ_g (Σ_{i∈g} (s_i − s̄))²) / n, where G is the number of clusters.
 * @returns `NaN` with fewer than two clusters
 * @see E. Miller (2024), "Adding Error Bars to Evals", section 2.2
 */
export function spreadError({ n, clusters, squares }: ClusterSpread): number {
  return clusters < 2 ? Number.NaN : Math.sqrt(clusterCorrection(clusters) * squares) / n;
}

/**
 * Sums over n questions whose scores are whole numbers. For one cluster, s is the sum of its scores and c its number of
 * questions.
 */
export interface WholeSums {
  readonly n: number;
  readonly clusters: number;
  /** Σc². */
  readonly sizeSquares: number;
  /** S = Σs. */
  readonly total: number;
  /** Σs². */
  readonly squares: number;
  /** Σsc. */
  readonly cross: number;
}

/**
 * The result of `spreadError`, computed from scores that are whole numbers. The sum of the squares of the
 * residuals is Σ(s − cS/n)² = (n²Σs² − 2nSΣsc + S²Σc²) / n², whose terms are exact integers up to
 * `Number.MAX_SAFE_INTEGER`.
 * @returns null if a term is too large to be exact
 */
export function wholeError({ n, clusters, sizeSquares, total, squares, cross }: WholeSums): number | null {
  if (n * n * squares > Number.MAX_SAFE_INTEGER || Math.abs(n * total * cross) > Number.MAX_SAFE_INTEGER) return null;
  const residuals = n * (n * squares - total * cross) - total * (n * cross - total * sizeSquares);
  return Math.sqrt(clusterCorrection(clusters) * Math.max(0, residuals)) / (n * n);
}

/**
 * The largest standard error that a mean of scores in [0, 1] can have (Popoviciu 1935: the standard deviation is at
 * most half of the range). It is used if there is only one cluster, because the data then do not show the variance
 * between videos.
 */
export const UNKNOWN_STANDARD_ERROR = 0.5;
