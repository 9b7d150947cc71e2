/** The mean of some values and their standard deviation. */
export interface MeanAndSpread {
  readonly mean: number;
  /** The sample standard deviation, with n − 1 in the denominator; null for a single value. */
  readonly standardDeviation: number | null;
}

/**
 * Mean and sample standard deviation, as MMWorld's Table 1 prints them over three seeds.
 * @param values at least one
 */
export function meanAndSpread(values: readonly number[]): MeanAndSpread {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (values.length < 2) return { mean, standardDeviation: null };
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, standardDeviation: Math.sqrt(squares / (values.length - 1)) };
}
