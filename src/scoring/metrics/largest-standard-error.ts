import type { SliceQuestions } from "./slice-questions.ts";

/** More than all that rounding may add to an error, and less than any difference that matters. */
const ROUNDING = 1 + 1e-9;

/**
 * What the standard error of a mean of scores from 0 to 1, clustered by video, is at most. With c questions in the largest
 * of G videos, Σ(Σr)² is at most cΣr² (Cauchy and Schwarz), and Σr² at most n·p·(1 − p), which it is for scores of 0 and 1.
 * @param value p, the mean
 * @param n how many scores it is of
 * @param slice the questions, or more than them
 * @param videos G, or fewer; at least 2
 */
export function largestStandardError(value: number, n: number, { largest }: SliceQuestions, videos: number): number {
  const spread = Math.max(0, value * (1 - value));
  return ROUNDING * Math.sqrt(((videos / (videos - 1)) * largest * spread) / n);
}
