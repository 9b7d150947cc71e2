/** The two-sided 95 % quantile of the normal distribution. */
export const Z_95 = 1.959963984540054;

/** From `lower` to `upper` with confidence `level`. */
export interface Interval {
  readonly lower: number;
  readonly upper: number;
  readonly level: number;
}

/**
 * The score interval for a proportion, 95 %: it stays inside [0, 1] and is not empty at 0 or `n` successes.
 * @param successes 0 to `n`
 * @param n at least 1
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

/** The normal interval about a mean of scores, 95 %, clipped to [0, 1]. */
export function normalInterval(mean: number, standardError: number): Interval {
  const spread = Z_95 * standardError;
  return { lower: Math.max(0, mean - spread), upper: Math.min(1, mean + spread), level: 0.95 };
}
