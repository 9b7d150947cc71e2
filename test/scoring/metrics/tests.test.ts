import { describe, expect, it } from "vitest";
import {
  incompleteBeta,
  logGamma,
  normalQuantile,
  studentQuantile,
  studentTwoSided,
} from "../../../src/scoring/metrics/distributions.ts";
import { holmAdjusted } from "../../../src/scoring/metrics/multiple-comparisons.ts";
import {
  independentError,
  mcnemarPValue,
  minimumDetectableDifference,
} from "../../../src/scoring/metrics/paired-comparison.ts";
import { student95, Z_95 } from "../../../src/scoring/metrics/score-interval.ts";
import { allOf, compareOver, questionsOf, runOf } from "./vectors.ts";

describe("the functions of distributions:", () => {
  it.each([
    [1, 0],
    [2, 0],
    [5, Math.log(24)],
    [0.5, Math.log(Math.sqrt(Math.PI))],
    [101, 363.73937555556347],
  ])("logGamma(%f) is %f", (x, expected) => expect(logGamma(x)).toBeCloseTo(expected, 9));

  it("incompleteBeta equals its closed forms", () => {
    expect(incompleteBeta(0.3, 1, 1)).toBeCloseTo(0.3, 12);
    expect(incompleteBeta(0.3, 2, 1)).toBeCloseTo(0.09, 12);
    expect(incompleteBeta(0.7, 1, 3)).toBeCloseTo(1 - 0.3 ** 3, 12);
  });

  // Tables of Student's t: the two-sided 5 % points.
  it.each([
    [1, 12.7062],
    [2, 4.30265],
    [10, 2.22814],
    [30, 2.04227],
    [100, 1.98397],
    [1e6, 1.95997],
  ])("with %i degrees of freedom, the two-sided 5 %% point of Student's t is %f", (freedom, quantile) => {
    expect(studentQuantile(0.05, freedom)).toBeCloseTo(quantile, 3);
    expect(studentTwoSided(quantile, freedom)).toBeCloseTo(0.05, 5);
  });

  // Tables of the normal distribution.
  it.each([
    [0.025, 1.959964],
    [0.005, 2.575829],
    [5e-4, 3.290527],
    [5e-6, 4.417173],
  ])("a normal variable exceeds the quantile of %f with that probability", (tail, quantile) => {
    expect(normalQuantile(tail)).toBeCloseTo(quantile, 5);
  });
});

describe("mcnemarPValue", () => {
  it.each([
    [0, 0, 1],
    [5, 5, 1],
    [0, 5, 0.0625],
    [1, 9, 0.021484375],
    [9, 1, 0.021484375],
    [3, 12, 0.03515625],
    [0, 1, 1],
  ])("of %i against %i discordant questions is %f", (onlyA, onlyB, expected) =>
    expect(mcnemarPValue(onlyA, onlyB)).toBeCloseTo(expected, 10),
  );

  it("does not overflow with many discordant questions", () => {
    expect(mcnemarPValue(5200, 4800)).toBeCloseTo(6.6e-5, 5);
  });
});

describe("holmAdjusted", () => {
  it("corrects the p-values in ascending order and returns them in the order of the input", () => {
    expect(holmAdjusted([0.01, 0.04, 0.03, 0.005]).map((p) => Number(p.toFixed(6)))).toEqual([0.03, 0.06, 0.06, 0.02]);
  });

  it("never exceeds 1, and accepts an empty list", () => {
    expect(holmAdjusted([0.9, 0.8])).toEqual([1, 1]);
    expect(holmAdjusted([])).toEqual([]);
  });
});

describe("compareOverSlice", () => {
  const a = runOf(["CORRECT", "CORRECT", "WRONG", "CORRECT", "MISSING", "UNSCORED"]);
  const b = runOf(["CORRECT", "WRONG", "CORRECT", "UNPARSED", "ERRORED", "UNSCORED"]);

  it("counts the right answers of each run over the questions scored in both", () => {
    const comparison = compareOver(a, b, questionsOf([0, 1, 2, 3, 4, 5]), allOf(6));
    expect(comparison).toMatchObject({ n: 5, bothCorrect: 1, onlyA: 2, onlyB: 1, neither: 1 });
    expect(comparison?.difference).toBeCloseTo(0.2, 12);
    expect(comparison?.mcnemarPValue).toBeCloseTo(1, 12);
  });

  it("is the paired t-test if every question has its own video", () => {
    // Differences 0, 1, −1, 1, 0: mean 0.2, deviation 0.83666, t = 0.53452 with 4 degrees of freedom.
    const comparison = compareOver(a, b, questionsOf([0, 1, 2, 3, 4, 5]), allOf(6));
    expect(comparison?.standardError).toBeCloseTo(0.83666 / Math.sqrt(5), 5);
    expect(comparison?.pValue).toBeCloseTo(0.62135, 3);
  });

  it("changes its sign with the order of the runs", () => {
    const questions = questionsOf([0, 0, 1, 1, 2, 2]);
    const forward = compareOver(a, b, questions, allOf(6));
    const backward = compareOver(b, a, questions, allOf(6));
    expect(backward?.difference).toBeCloseTo(-(forward?.difference ?? 0), 12);
    expect(backward?.interval.lower).toBeCloseTo(-(forward?.interval.upper ?? 0), 12);
    expect(backward?.pValue).toBeCloseTo(forward?.pValue ?? 0, 12);
  });

  it("gives a large p-value for a handful of questions that all agree", () => {
    const [all, none] = [runOf(["CORRECT", "CORRECT"]), runOf(["WRONG", "WRONG"])];
    const two = compareOver(all, none, questionsOf([0, 1]), [0, 1]);
    expect(two).toMatchObject({ difference: 1, mcnemarPValue: expect.closeTo(0.5, 9) });
    expect(two?.pValue).toBeGreaterThanOrEqual(0.5);
    expect(two?.interval.lower).toBeLessThan(0);
  });

  it("finds no difference between a run and itself", () => {
    const same = compareOver(a, a, questionsOf([0, 1, 2, 3, 4, 5]), allOf(6));
    expect(same).toMatchObject({ difference: 0, pValue: 1 });
    expect(same?.interval.lower).toBeCloseTo(-(same?.interval.upper ?? 0), 12);
  });

  it("has no error for one video, and is null without questions", () => {
    const questions = questionsOf([0, 0, 0, 0, 0, 0]);
    expect(compareOver(a, b, questions, allOf(6))).toMatchObject({
      pValue: 1,
      standardError: null,
      interval: { lower: -1, upper: 1 },
      minimumDetectableDifference: 1,
    });
    expect(compareOver(a, b, questions, [5])).toBeNull();
  });

  it("has no McNemar test for graded scores", () => {
    expect(compareOver(runOf([0.5, 1]), runOf([1, 0]), questionsOf([0, 1]), [0, 1])?.mcnemarPValue).toBeNull();
  });
});

it("the minimum detectable difference is 2.8 standard errors with many videos", () => {
  expect(minimumDetectableDifference(0.01, 1e6)).toBeCloseTo(0.028016, 5);
  expect(minimumDetectableDifference(10, 5)).toBe(1);
});

describe("the least error of a paired difference", () => {
  it.each([
    [50, 30, 5],
    [12, 0, 0],
    [9, 9, 0],
    [400, 3, 60],
  ])("is that of Agresti and Min: ½ more in each cell (%i pairs, %i and %i discordant)", (n, b, c) => {
    const [all, one, other] = [n + 2, b + 0.5, c + 0.5];
    const expected = Math.sqrt(one + other - (one - other) ** 2 / all) / all;
    expect(independentError({ n, mean: (b - c) / n, squares: b + c })).toBeCloseTo(expected, 12);
  });
});

describe("the quantile of Student's t", () => {
  it("is taken at the degrees of freedom rounded down, to tenths below 100 and to whole numbers above", () => {
    for (const [freedom, rounded] of [
      [1, 1],
      [2.57, 2.5],
      [0.02, 0.1],
      [0.3, 0.3],
      [5 - 1e-12, 5],
      [99.98, 99.9],
      [100.6, 100],
      [350.9, 350],
    ] as const)
      expect(student95(freedom)).toBe(studentQuantile(0.05, rounded));
    expect(student95(20_000)).toBe(Z_95);
    expect(student95(19_999.5)).toBeGreaterThan(Z_95);
  });
});
