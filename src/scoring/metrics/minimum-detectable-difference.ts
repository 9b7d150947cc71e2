import { studentQuantile } from "./distributions.ts";

const POWER = 0.8;

/**
 * The smallest true difference that a two-sided test at 5 % finds with a probability of 80 %, at most 1.
 * @param standardError of the paired difference
 * @param freedom degrees of freedom, at least 1
 * @see E. Miller (2024), "Adding Error Bars to Evals", section 5: δ = (z_{α/2} + z_β) · SE; H. S. Bloom (1995), "Minimum
 *   detectable effects", Evaluation Review 19:547–556, for t in place of both z where the error is estimated
 */
export function minimumDetectableDifference(standardError: number, freedom: number): number {
  return Math.min(1, (studentQuantile(0.05, freedom) + studentQuantile(2 * (1 - POWER), freedom)) * standardError);
}
