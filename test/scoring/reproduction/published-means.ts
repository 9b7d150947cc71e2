/** A figure over a part, with its number of questions. */
export interface WeighedFigure {
  readonly value: number;
  readonly weight: number;
}

/** The mean over all questions, from the figures of parts that share no question. */
export function weightedMean(figures: readonly WeighedFigure[]): number {
  let sum = 0;
  let weight = 0;
  for (const figure of figures) {
    sum += figure.value * figure.weight;
    weight += figure.weight;
  }
  return sum / weight;
}

/** The bounds of the figure over the whole. */
export interface Bounds {
  readonly lower: number;
  readonly upper: number;
}

/**
 * The percentages that the whole can have if the parts cover it, overlap in an unknown way, and have unknown sizes, like
 * questions with several sound types.
 *
 * The whole is best if its parts share only wrong answers. If part i has `n_i` questions and the share `p_i` of them is right,
 * then `Σ n_i p_i` questions are right and `max n_i (1 − p_i)` are wrong. This is best if all `n_i (1 − p_i)` are equal; the
 * odds of the whole are then the sum of the odds of the parts. The whole is worst if its parts share only right answers;
 * the odds against it are then the sum of the odds against the parts.
 * @param percentages strictly between 0 and 100
 */
export function overlapBounds(percentages: readonly number[]): Bounds {
  const odds = percentages.map((percentage) => percentage / (100 - percentage));
  const best = odds.reduce((sum, one) => sum + one, 0);
  const against = odds.reduce((sum, one) => sum + 1 / one, 0);
  return { lower: 100 / (1 + against), upper: (100 * best) / (1 + best) };
}
