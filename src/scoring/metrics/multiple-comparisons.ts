/**
 * p-values adjusted for multiple testing, in the order of the input. Each can be compared with the family-wise error
 * rate.
 * @see S. Holm (1979), "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics
 *   6:65–70
 */
export function holmAdjusted(pValues: readonly number[]): number[] {
  const order = pValues.map((_, index) => index).sort((one, other) => (pValues[one] ?? 0) - (pValues[other] ?? 0));
  const adjusted = new Array<number>(pValues.length);
  let largest = 0;
  order.forEach((index, rank) => {
    largest = Math.max(largest, Math.min(1, (pValues.length - rank) * (pValues[index] ?? 1)));
    adjusted[index] = largest;
  });
  return adjusted;
}

/**
 * p-values adjusted for the false discovery rate, in the order of the input. If all tests with an adjusted value of at
 * most q are called discoveries, the expected share of false discoveries among them is at most q.
 * @see Y. Benjamini and Y. Hochberg (1995), "Controlling the false discovery rate", Journal of the Royal Statistical
 *   Society B 57:289–300
 */
export function discoveryAdjusted(pValues: readonly number[]): number[] {
  const order = pValues.map((_, index) => index).sort((one, other) => (pValues[other] ?? 0) - (pValues[one] ?? 0));
  const adjusted = new Array<number>(pValues.length);
  let smallest = 1;
  order.forEach((index, place) => {
    const rank = pValues.length - place;
    smallest = Math.min(smallest, ((pValues[index] ?? 1) * pValues.length) / rank);
    adjusted[index] = smallest;
  });
  return adjusted;
}
