import { incompleteBeta } from "./distributions.ts";

/**
 * The exact two-sided p-value of McNemar's test: the questions that only one of two runs has right are fair coin tosses
 * if the runs are equally good. 1 if there is no such question. It assumes independent questions.
 * @param onlyA questions that only the first run has right
 * @param onlyB questions that only the second run has right
 * @see Q. McNemar (1947), Psychometrika 12:153–157; exact by the binomial distribution, whose tail is I_{1/2}(k, n − k
 *   + 1)
 */
export function mcnemarPValue(onlyA: number, onlyB: number): number {
  const n = onlyA + onlyB;
  const more = Math.max(onlyA, onlyB);
  if (n === 0 || onlyA === onlyB) return 1;
  return Math.min(1, 2 * incompleteBeta(0.5, more, n - more + 1));
}
