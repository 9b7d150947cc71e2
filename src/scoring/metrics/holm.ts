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
