import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isCountOf, nearestCount, nearestPercentage } from "../../../src/domain/slice/published-questions.ts";
import { meanAndSpread } from "../../../src/scoring/metrics/distributions.ts";
import { fitsOf, smallestDenominator } from "./published-counts.ts";
import { overlapBounds, weightedMean } from "./published-means.ts";
import { fitWeights } from "./published-weights.ts";

const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));

describe("the counts behind percentages", () => {
  it("are the numbers of right answers closest to the percentages", () => {
    expect(nearestCount(36.9, 775)).toBe(286);
    expect(nearestPercentage(33.3, 3)).toBeCloseTo(100 / 3, 10);
    expect([isCountOf(33.33, 3, 2), isCountOf(33.3, 3, 2), isCountOf(33.3, 3, 1)]).toEqual([true, false, true]);
  });

  it("use the smallest number of questions that fits", () => {
    const thirds = [0, 33.33, 66.67, 100];
    expect(smallestDenominator(thirds, { decimals: 2, most: 50 })).toEqual({ n: 3, fits: 4 });
    expect(smallestDenominator([...thirds, 47.11], { decimals: 2, most: 10 })).toBeNull();
    expect(smallestDenominator([...thirds, 47.11], { decimals: 2, most: 10, exceptions: 1 })).toEqual({
      n: 3,
      fits: 4,
    });
    expect(smallestDenominator([8.33, 91.67], { decimals: 2, most: 10, runs: 3 })).toEqual({ n: 4, fits: 2 });
    expect(fitsOf(thirds, 4, 2)).toBe(2);
  });

  it("are found for every rounded percentage", () => {
    const counts = fc
      .integer({ min: 1, max: 3000 })
      .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: 3 }), ([count, n], decimals) =>
        isCountOf(rounded((100 * count) / n, decimals), n, decimals),
      ),
    );
  });
});

describe("the means", () => {
  it("are weighted by questions", () => {
    expect(
      weightedMean([
        { value: 10, weight: 3 },
        { value: 50, weight: 1 },
      ]),
    ).toBe(20);
  });

  it("come with the standard deviation of the sample", () => {
    expect(meanAndSpread([1, 2, 3])).toEqual({ mean: 2, standardDeviation: 1 });
  });
});

/** Questions, each with a non-empty set of three types, and right or wrong. */
const QUESTIONS = fc.array(fc.record({ types: fc.integer({ min: 1, max: 7 }), right: fc.boolean() }), { minLength: 1 });

describe("overlapBounds", () => {
  it("is exact for one part", () => {
    const { lower, upper } = overlapBounds([30]);
    expect([lower, upper]).toEqual([expect.closeTo(30, 10), expect.closeTo(30, 10)]);
  });

  it("is attained by three parts of 50 % that share only wrong answers, or only right answers", () => {
    const { lower, upper } = overlapBounds([50, 50, 50]);
    expect([lower, upper]).toEqual([expect.closeTo(25, 10), expect.closeTo(75, 10)]);
  });

  it("holds for any questions and any overlap", () => {
    fc.assert(
      fc.property(QUESTIONS, (questions) => {
        const share = (some: typeof questions): number =>
          (100 * some.filter((question) => question.right).length) / some.length;
        const parts = [1, 2, 4].map((type) => questions.filter((question) => (question.types & type) !== 0));
        const figures = parts.filter((part) => part.length > 0).map(share);
        fc.pre(figures.every((figure) => figure > 0 && figure < 100));
        const { lower, upper } = overlapBounds(figures);
        expect(share(questions)).toBeGreaterThanOrEqual(lower - 1e-9);
        expect(share(questions)).toBeLessThanOrEqual(upper + 1e-9);
      }),
    );
  });
});

describe("fitWeights", () => {
  const PARTS = [
    [10, 20, 30],
    [40, 10, 20],
    [15, 55, 5],
    [70, 30, 65],
  ];

  it("recovers weights exactly", () => {
    const weights = [0.5, 0.2, 0.3];
    const rows = PARTS.map((parts) => ({
      parts,
      whole: weightedMean(parts.map((value, index) => ({ value, weight: weights[index] ?? 0 }))),
    }));
    expect(fitWeights(rows)).toEqual(weights.map((weight) => expect.closeTo(weight, 10)));
  });

  it("returns weights that sum to 1 if no weights fit exactly", () => {
    const weights = fitWeights(PARTS.map((parts, index) => ({ parts, whole: 20 + 3 * index })));
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 10);
  });
});
