import { describe, expect, it } from "vitest";
import { wilsonInterval } from "../../../src/scoring/metrics/score-interval.ts";
import { clusteredStandardError } from "./naive/cluster-sums.ts";
import { countOutcomes } from "./naive/run-counts.ts";
import { allOf, questionsOf, runOf, scoreOver } from "./vectors.ts";

describe("wilsonInterval", () => {
  // Newcombe (1998), "Two-sided confidence intervals for the single proportion", table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
    [29, 29, 0.883, 1],
  ])("equals Newcombe's table for %i of %i", (successes, n, lower, upper) => {
    const interval = wilsonInterval(successes, n);
    expect(interval.lower).toBeCloseTo(lower, 4);
    expect(interval.upper).toBeCloseTo(upper, 4);
    expect(interval.level).toBe(0.95);
  });
});

describe("clusteredStandardError", () => {
  it("is the error of the mean if every question has its own video", () => {
    const scores = [1, 0, 0, 1, 1, 0, 1, 1];
    const mean = 5 / 8;
    const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / 7;
    const expected = Math.sqrt(variance / 8);
    expect(clusteredStandardError(scores, Int32Array.from(allOf(8)))).toBeCloseTo(expected, 12);
    expect(clusteredStandardError(scores, new Int32Array(8).fill(-1))).toBeCloseTo(expected, 12);
  });

  it("follows the formula: three videos with two questions each", () => {
    // Residuals about 0.5 sum to 1, −1 and 0 in the videos: sqrt(3/2 · 2) / 6.
    const error = clusteredStandardError([1, 1, 0, 0, 1, 0], Int32Array.of(0, 0, 1, 1, 2, 2));
    expect(error).toBeCloseTo(Math.sqrt(3) / 6, 12);
  });

  it("is unknown with one video", () => {
    expect(clusteredStandardError([1, 0], Int32Array.of(0, 0))).toBeNaN();
  });
});

describe("scoreOfSlice", () => {
  it("counts every question except unscored ones, and returns the numbers behind the value", () => {
    const run = runOf(["CORRECT", "WRONG", "UNPARSED", "ERRORED", "MISSING", "UNSCORED", "CORRECT"]);
    const summary = scoreOver(run, questionsOf([0, 0, 1, 1, 2, 2, 3]), allOf(7));
    expect(summary).toMatchObject({ n: 6, correct: 2, unparsed: 1, missing: 1, errored: 1, chance: 0.25 });
    expect(summary?.value).toBeCloseTo(2 / 6, 12);
    expect(summary?.valueAnswered).toBeCloseTo(2 / 3, 12);
    expect(summary?.clusters).toBe(4);
  });

  it("is null if no question is left", () => {
    const run = runOf(["UNSCORED", "CORRECT"]);
    expect(scoreOver(run, questionsOf([0, 1]), [])).toBeNull();
    expect(scoreOver(run, questionsOf([0, 1]), [0])).toBeNull();
  });

  it("has no value over answered questions if no question is answered", () => {
    const summary = scoreOver(runOf(["MISSING", "ERRORED"]), questionsOf([0, 1]), [0, 1]);
    expect(summary).toMatchObject({ value: 0, valueAnswered: null, n: 2 });
  });

  it("selects by ordinal, in any order", () => {
    const run = runOf(["CORRECT", "WRONG", "CORRECT", "WRONG"]);
    expect(scoreOver(run, questionsOf([0, 1, 2, 3]), Int32Array.of(2, 0))).toMatchObject({ n: 2, value: 1 });
  });

  it("has no chance level if the chance level of one question is unknown", () => {
    const questions = { clusters: Int32Array.of(0, 1), chance: Float64Array.of(0.25, Number.NaN) };
    expect(scoreOver(runOf(["CORRECT", "WRONG"]), questions, [0, 1])?.chance).toBeNull();
    expect(scoreOver(runOf(["CORRECT", "WRONG"]), questions, [0])?.chance).toBe(0.25);
  });

  it("has the largest possible error and the interval 0 to 1 for one video", () => {
    expect(scoreOver(runOf(["CORRECT", "CORRECT"]), questionsOf([3, 3]), [0, 1])).toMatchObject({
      clusters: 1,
      standardError: 0.5,
      interval: { lower: 0, upper: 1, level: 0.95 },
    });
  });
});

it("countOutcomes counts every outcome once", () => {
  const run = runOf(["CORRECT", "WRONG", 0.5, "UNPARSED", "ERRORED", "MISSING", "UNSCORED", 1, 0]);
  expect(countOutcomes(run, allOf(9))).toEqual({
    total: 9,
    correct: 2,
    wrong: 2,
    partial: 1,
    unparsed: 1,
    missing: 1,
    errored: 1,
    unscored: 1,
  });
});
