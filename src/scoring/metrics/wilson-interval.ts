/** The two-sided 95 % quantile of the normal distribution. */
export const Z_95 = 1.959963984540054;

/** A confidence interval from `lower` to `upper`, with the confidence level `level`. */
export interface Interval {
  readonly lower: number;
  readonly upper: number;
  readonly level: number;
}

/**
 * Wilson's 95 % score interval for a proportion of independent questions. It stays inside [0, 1] and is not empty at 0
 * or `n` successes. `scoreInterval` calls it with an effective number of questions.
 * @param successes from 0 to `n`; may be fractional
 * @param n above 0; may be fractional
 * @see E. B. Wilson (1927), "Probable inference, the law of succession, and statistical inference", JASA 22:209–212
 */
export function wilsonInterval(successes: number, n: number): Interval {
  const share = successes / n;
  const z2 = Z_95 * Z_95;
  const centre = share + z2 / (2 * n);
  const spread = Z_95 * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n));
  const scale = 1 + z2 / n;
  return {
    lower: successes === 0 ? 0 : Math.max(0, (centre - spread) / scale),
    upper: successes === n ? 1 : Math.min(1, (centre + spread) / scale),
    level: 0.95,
  };
}

/**
 * A standard error for comparing scores. It is at least the standard error of a share over `n` independent questions
 * after about two correct and two wrong answers have been added. It is therefore never 0: even three correct answers
 * out of three are little evidence.
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
