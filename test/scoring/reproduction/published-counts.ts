/** A tolerance for binary rounding errors, which must not move a rounded figure over an edge. */
const EPSILON = 1e-9;

/** The most by which rounding to `decimals` moves a figure. */
export const roundingError = (decimals: number): number => 0.5 * 10 ** -decimals + EPSILON;

/** The number of right answers among `n` whose percentage is nearest to the printed one. */
export const nearestCount = (percentage: number, n: number): number => Math.round((percentage * n) / 100);

/** The nearest percentage to the printed one that a number of right answers among `n` can have. */
export const nearestPercentage = (percentage: number, n: number): number => (100 * nearestCount(percentage, n)) / n;

/** Whether a number of right answers among `n` prints as this percentage. */
export function isCountOf(percentage: number, n: number, decimals: number): boolean {
  return Math.abs(nearestPercentage(percentage, n) - percentage) <= roundingError(decimals);
}

/** How many of the printed figures are percentages of `n`. */
export const fitsOf = (percentages: readonly number[], n: number, decimals: number): number =>
  percentages.filter((percentage) => isCountOf(percentage, n, decimals)).length;

/** A number of questions, and how many of the figures are percentages of it. */
export interface Denominator {
  readonly n: number;
  readonly fits: number;
}

/** What is known about a number of questions that a table does not print. */
export interface DenominatorSearch {
  readonly decimals: number;
  /**
   * The largest number to try. It must be well below 10^(decimals + 2), because every figure is a percentage of any
   * larger number.
   */
  readonly most: number;
  /** The number of figures that need not fit, because they are misprints. 0 by default. */
  readonly exceptions?: number;
  /**
   * The number of runs that each figure is the mean of, so that figures are percentages of `runs · n`. 1 by default.
   */
  readonly runs?: number;
}

/**
 * Finds the smallest number of questions that the printed percentages can be shares of; `null` if no number fits. The
 * smallest is the informative one, because figures that fit a number also fit its multiples.
 */
export function smallestDenominator(percentages: readonly number[], search: DenominatorSearch): Denominator | null {
  const { decimals, most, exceptions = 0, runs = 1 } = search;
  for (let n = 1; n <= most; n += 1) {
    const fits = fitsOf(percentages, runs * n, decimals);
    if (fits >= percentages.length - exceptions) return { n, fits };
  }
  return null;
}
