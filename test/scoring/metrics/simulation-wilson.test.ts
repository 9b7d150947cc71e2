import { describe, expect, it } from "vitest";
import { logGamma } from "../../../src/scoring/metrics/distributions.ts";
import { type Interval, wilsonInterval, Z_95 } from "../../../src/scoring/metrics/score-interval.ts";
import { allOf } from "./vectors.ts";

type IntervalOf = (successes: number, n: number) => Interval;

/** Wald's interval, that of the normal distribution with the error of the observed share. */
const waldInterval: IntervalOf = (successes, n) => {
  const share = successes / n;
  const spread = Z_95 * Math.sqrt((share * (1 - share)) / n);
  return { lower: share - spread, upper: share + spread, level: 0.95 };
};

const binomial = (k: number, n: number, p: number): number =>
  Math.exp(logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1) + k * Math.log(p) + (n - k) * Math.log1p(-p));

/** The probability that the interval holds `p`, exactly: a sum over all outcomes of `n` independent questions. */
function coverage(intervalOf: IntervalOf, n: number, p: number): number {
  const holding = allOf(n + 1).filter((k) => {
    const { lower, upper } = intervalOf(k, n);
    return lower <= p && p <= upper;
  });
  return holding.reduce((sum, k) => sum + binomial(k, n, p), 0);
}

/** True scores, evenly spread. */
const SCORES = allOf(1000).map((index) => (index + 0.5) / 1000);

const coverages = (intervalOf: IntervalOf, n: number): number[] => SCORES.map((p) => coverage(intervalOf, n, p));
const mean = (shares: readonly number[]): number => shares.reduce((sum, share) => sum + share, 0) / shares.length;

describe("the exact coverage of Wilson's 95 % interval over independent questions", () => {
  const grid = [10, 30, 100].flatMap((n) => [0.05, 0.3, 0.5, 0.9].map((p) => [n, p] as const));

  it.each(grid)("with %i questions and a true score of %f, it is 91 to 98 %", (n, p) => {
    expect(coverage(wilsonInterval, n, p)).toBeGreaterThan(0.91);
    expect(coverage(wilsonInterval, n, p)).toBeLessThan(0.98);
  });

  it.each([
    [10, 0.77],
    [30, 0.88],
    [100, 0.93],
  ])("with %i questions, it is 95 to 95.5 % on average, and that of Wald's interval is below %f", (n, wald) => {
    expect(mean(coverages(wilsonInterval, n))).toBeGreaterThan(0.95);
    expect(mean(coverages(wilsonInterval, n))).toBeLessThan(0.955);
    expect(mean(coverages(waldInterval, n))).toBeLessThan(wald);
  });

  // L. D. Brown, T. T. Cai and A. DasGupta (2001), "Interval estimation for a binomial proportion", Statistical Science
  // 16:101–133, section 4.1.1: the worst is a spike next to 0 and 1, where p = 0.1765/n and coverage goes to 0.838.
  it.each([10, 30, 100])("with %i questions, it is nowhere below the known spikes, which are at the edges", (n) => {
    const spike = (1 - wilsonInterval(1, n).lower) ** n;
    expect(spike).toBeCloseTo(0.838, 2);
    expect(Math.min(...coverages(wilsonInterval, n))).toBeGreaterThanOrEqual(spike);
    const inner = SCORES.filter((p) => p >= 0.05 && p <= 0.95).map((p) => coverage(wilsonInterval, n, p));
    expect(Math.min(...inner)).toBeGreaterThan(0.89);
  });

  it("Wald's interval clearly fails for high scores and for few questions", () => {
    expect(coverage(waldInterval, 10, 0.9)).toBeLessThan(0.66);
    expect(coverage(waldInterval, 30, 0.05)).toBeLessThan(0.79);
    expect(coverage(waldInterval, 100, 0.05)).toBeLessThan(0.88);
  });
});
