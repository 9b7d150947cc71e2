import { logGamma } from "../../../../src/scoring/metrics/distributions.ts";

/** Random numbers from 0 to 1. */
export type Random = () => number;

const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);
const logChoose = (n: number, k: number): number => logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1);

/**
 * The parameters of the beta distribution of video means around `p`: the intraclass correlation of its Bernoulli draws is
 * 1/(a + b + 1).
 */
export function betaParameters(p: number, icc: number): readonly [a: number, b: number] {
  const size = (1 - icc) / icc;
  return [p * size, (1 - p) * size];
}

/** The distribution function of the number of right answers to the `n` questions of a video, indexed by that number. */
export function betaBinomial(n: number, p: number, icc: number): Float64Array {
  const [a, b] = betaParameters(p, icc);
  const logProbability = (k: number): number =>
    logChoose(n, k) +
    (icc === 0 ? k * Math.log(p) + (n - k) * Math.log1p(-p) : logBeta(k + a, n - k + b) - logBeta(a, b));
  const sums = new Float64Array(n + 1);
  let sum = 0;
  for (let k = 0; k <= n; k++) {
    sum += Math.exp(logProbability(k));
    sums[k] = sum;
  }
  sums[n] = 1;
  return sums;
}

/** A draw from a distribution function over 0, 1, … */
export function drawCount(sums: Float64Array, random: Random): number {
  const chance = random();
  let count = 0;
  while ((sums[count] ?? 1) < chance) count += 1;
  return count;
}

export const drawNormal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** @see G. Marsaglia and W. W. Tsang (2000), "A simple method for generating gamma variables", ACM TOMS 26:363–372 */
function drawGamma(shape: number, random: Random): number {
  if (shape < 1) return drawGamma(shape + 1, random) * (1 - random()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = drawNormal(random);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random()) < (x * x) / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}

export function drawBeta(a: number, b: number, random: Random): number {
  const [x, y] = [drawGamma(a, random), drawGamma(b, random)];
  // Both are 0 if a and b are tiny; the distribution then has only the values 0 and 1.
  return x + y === 0 ? Number(random() < a / (a + b)) : x / (x + y);
}
