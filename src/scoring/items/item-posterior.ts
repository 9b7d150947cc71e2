import type { ItemPrior } from "./item-fit.ts";

/**
 * The points (abilities with weights) from which the parameters of one question are estimated. Each run contributes the
 * same number of points, in the order of the runs.
 */
export interface ItemPoints {
  readonly abilities: Float64Array;
  readonly weights: Float64Array;
}

/** The parameters a and c of a question at the mode of their posterior, and their covariance matrix at the mode. */
export interface ItemMode {
  a: number;
  c: number;
  varianceA: number;
  varianceC: number;
  covariance: number;
}

/** The longest step of Newton's method. The limit keeps a first step from a distant start from overshooting. */
const LONGEST_STEP = 1.5;

/**
 * Moves `mode` towards the mode of the posterior of a and c by steps of Newton's method. There is only one mode,
 * because the logarithm of the posterior is concave.
 * @param scores the runs' scores on the question, from index `start` on; each score applies to all points of its run
 * @see F. B. Baker and S.-H. Kim (2004), "Item Response Theory", 2nd edition, chapter 7, for Bayesian modal estimates
 */
export function improveMode(
  mode: ItemMode,
  { abilities, weights }: ItemPoints,
  { scores, start, runs }: { readonly scores: Float32Array; readonly start: number; readonly runs: number },
  prior: ItemPrior,
  steps: number,
): void {
  const perRun = abilities.length / runs;
  const [precisionA, precisionC] = [prior.discrimination.deviation ** -2, prior.intercept.deviation ** -2];
  for (let step = 0; step < steps; step++) {
    const { a, c } = mode;
    let gradientA = (prior.discrimination.mean - a) * precisionA;
    let gradientC = (prior.intercept.mean - c) * precisionC;
    let [aa, cc, ac] = [precisionA, precisionC, 0];
    for (let run = 0, point = 0; run < runs; run++) {
      const score = scores[start + run] as number;
      if (Number.isNaN(score)) {
        point += perRun;
        continue;
      }
      for (const end = point + perRun; point < end; point++) {
        const ability = abilities[point] as number;
        const weight = weights[point] as number;
        const p = 1 / (1 + Math.exp(-(a * ability + c)));
        const residual = weight * (score - p);
        const information = weight * p * (1 - p);
        gradientA += residual * ability;
        gradientC += residual;
        aa += information * ability * ability;
        cc += information;
        ac += information * ability;
      }
    }
    const determinant = aa * cc - ac * ac;
    const moveA = (cc * gradientA - ac * gradientC) / determinant;
    const moveC = (aa * gradientC - ac * gradientA) / determinant;
    const scale = Math.min(1, LONGEST_STEP / Math.max(1e-12, Math.abs(moveA), Math.abs(moveC)));
    mode.a = a + scale * moveA;
    mode.c = c + scale * moveC;
    mode.varianceA = cc / determinant;
    mode.varianceC = aa / determinant;
    mode.covariance = -ac / determinant;
    if (Math.abs(moveA) + Math.abs(moveC) < 1e-9) return;
  }
}
