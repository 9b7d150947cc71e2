import { Z_95 } from "./wilson-interval.ts";

/**
 * A standard error for comparing scores, which is never 0: at least that of a share over `n` independent questions
 * after adding two correct and two wrong answers. Three correct answers out of three are little evidence.
 * @param value from 0 to 1
 * @param n at least 1
 * @see A. Agresti and B. A. Coull (1998), "Approximate is better than 'exact' for interval estimation of binomial
 *   proportions", The American Statistician 52:119–126
 */
export function cautiousStandardError(value: number, n: number, standardError = 0): number {
  const more = n + Z_95 ** 2;
  const share = (value * n + Z_95 ** 2 / 2) / more;
  return Math.max(standardError, Math.sqrt((share * (1 - share)) / more));
}
