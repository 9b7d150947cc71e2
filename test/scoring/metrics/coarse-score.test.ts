import { describe, expect, it } from "vitest";
import { coarseScore, coarseValue, ditheredValue, scoreStep } from "../../../src/scoring/metrics/ladder.ts";
import { student95, wilsonInterval, Z_95 } from "../../../src/scoring/metrics/score-interval.ts";
import { describeScore } from "../../../src/scoring/metrics/score-summary.ts";

/** An exact score over `n` questions of equally large videos, with this standard error. */
function exactScore(value: number, standardError: number, n = 400, clusters = 100) {
  const squares = ((standardError * n) ** 2 * (clusters - 1)) / clusters;
  const spread = { n, clusters, sizeSquares: n ** 2 / clusters, squares, fourths: squares ** 2 / clusters };
  const counts = { correct: value * n, squares: value * n, answered: n, unparsed: 0, errored: 0, chance: n / 4 };
  return { ...describeScore({ ...counts, spread }), standardError };
}

describe("a coarse score", () => {
  // One step is 1/40 for 400 questions; errors are rounded up to half steps.
  const STEP = 1 / 40;
  const withRounding = (error: number): number => Math.sqrt(error ** 2 + STEP ** 2 / 4);

  it("has a step equal to the largest standard error of a score over as many independent questions", () => {
    expect(scoreStep(400)).toBe(STEP);
    expect(scoreStep(1)).toBe(0.5);
    expect([0.5, 0.512, 0.513, 0.9999, 1].map((value) => coarseValue(value, 400))).toEqual([0.5, 0.5, 0.525, 1, 1]);
    // The multiple of the step nearest to 1 may lie above 1.
    expect(coarseValue(1, 8)).toBe(1);
  });

  it.each([0, 0.01, 0.03])(
    "has the largest error of a mean over so many videos, with the error of rounding, if its own is %d",
    (exact) => {
      expect(coarseScore(exactScore(0.5, exact), { videos: 100, dither: 0 }).standardError).toBeCloseTo(
        withRounding(0.5 / Math.sqrt(99)),
        12,
      );
    },
  );

  it("has a value that is dithered by up to half a step before it is rounded", () => {
    const shown = (dither: number) => coarseScore(exactScore(0.51, 0.03), { videos: 100, dither }).value;
    expect([-0.5, 0, 0.09, 0.11, 0.5].map(shown)).toEqual([0.5, 0.5, 0.5, 0.525, 0.525]);
    expect(coarseScore(exactScore(0, 0.03), { videos: 100, dither: -0.5 }).value).toBe(0);
    expect(coarseScore(exactScore(1, 0.03), { videos: 100, dither: 0.5 }).value).toBe(1);
  });

  it("tells little about one more right answer, at every number of right answers", () => {
    const dithers = Array.from({ length: 1_000 }, (_, index) => index / 1_000 - 0.4995);
    const shown = (right: number) => dithers.map((dither) => coarseValue(ditheredValue(right / 200, 200, dither), 200));
    for (let right = 0; right < 199; right++) {
      const [one, more] = [shown(right), shown(right + 1)];
      const differing = dithers.filter((_, index) => one[index] !== more[index]).length / dithers.length;
      // A step is 7.07 right answers of 200.
      expect(differing).toBeLessThan(1 / 7 + 0.002);
    }
  });

  it("has an error of at most one half", () => {
    expect(coarseScore(exactScore(0.5, 0.5, 4, 2), { videos: 2, dither: 0 }).standardError).toBe(0.5);
    expect(coarseScore(exactScore(0.5, 0.5, 4, 2), { videos: 1, dither: 0 }).standardError).toBe(0.5);
  });

  it("has Wilson's interval for the number of independent questions that its own error implies", () => {
    for (const [value, error] of [
      [0.5, 0.03],
      [0.525, 0.025],
      [1, 0.01],
      [0, 0.02],
    ] as const) {
      const coarse = coarseScore(exactScore(value, error), { videos: 100, dither: 0 });
      const widened = (coarse.standardError * student95(99)) / Z_95;
      // One more question, whose variance is 1/4, so that the variance is never 0.
      const effective = Math.min(400, (400 * value * (1 - value) + 0.25) / 401 / widened ** 2);
      const interval = wilsonInterval(value * effective, effective);
      expect(coarse.interval.lower).toBeCloseTo(interval.lower, 12);
      expect(coarse.interval.upper).toBeCloseTo(interval.upper, 12);
      expect(coarse).toMatchObject({ value, correct: value * 400, coarse: true, valueAnswered: null });
    }
  });

  it("has the interval 0 to 1 if all questions belong to one video", () => {
    expect(coarseScore(exactScore(0.5, 0.1, 400, 1), { videos: 1, dither: 0 }).interval).toEqual({
      lower: 0,
      upper: 1,
      level: 0.95,
    });
    expect(coarseScore(exactScore(0.5, 0.1, 400, 2), { videos: 2, dither: 0 }).interval).not.toEqual({
      lower: 0,
      upper: 1,
      level: 0.95,
    });
  });
});
