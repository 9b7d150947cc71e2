import { isCountOf } from "../../../src/domain/slice/published-questions.ts";

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
