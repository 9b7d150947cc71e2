import { studentQuantile } from "./distributions.ts";

/** The one-sided 80 % quantile of the normal distribution. */
const Z_POWER_80 = 0.8416212335729143;

/**
 * The smallest true difference that a two-sided test at 5 % finds with a probability of 80 %, at most 1.
 * @param standardError of the paired difference
 * @param freedom degrees of freedom, at least 1
 * @see E. Miller (2024), "Adding Error Bars to Evals", section 5: δ = (z_{α/2} + z_β) · SE; with t for small numbers
 */
export function minimumDetectableDifference(standardError: number, freedom: number): number {
  return Math.min(1, (studentQuantile(0.05, freedom) + Z_POWER_80) * standardError);
}
