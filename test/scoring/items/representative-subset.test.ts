import { describe, expect, it } from "vitest";
import { SUBSET_METHODS } from "../../../src/domain/representative-subset.ts";
import { representativeSubset } from "../../../src/scoring/items/choose-subset.ts";
import { pickRuns, scoreTable } from "../../../src/scoring/items/item-scores.ts";
import {
  errorScaleOf,
  familyFolds,
  leftOutEstimates,
  meanOver,
  runFolds,
  scoresAt,
} from "../../../src/scoring/items/subset-errors.ts";
import { estimateFullScore } from "../../../src/scoring/items/subset-estimator.ts";
import { normalQuantile } from "../../../src/scoring/metrics/distributions.ts";
import { simulateAnswers } from "./simulated-answers.ts";

describe("representative subsets", () => {
  const { matrix } = simulateAnswers({ questions: 800, runs: 16, runsPerFamily: 2, familySpread: 0.3 }, 31);
  const table = scoreTable(matrix);
  const subset = representativeSubset(table, { size: 60, seed: 4 });
  const slice = Int32Array.from({ length: 800 }, (_, question) => question);

  it("contain distinct questions in order, weights that sum to 1, and the best method first", () => {
    expect(new Set(subset.questions).size).toBe(60);
    expect(subset.questions).toEqual(subset.questions.toSorted((a, b) => a - b));
    expect(subset.weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9);
    const errors = subset.errors.map(({ leaveFamilyOut }) => leaveFamilyOut.mean);
    expect(errors).toEqual(errors.toSorted((a, b) => a - b));
    expect(subset.errors.map(({ method }) => method).toSorted()).toEqual(SUBSET_METHODS.toSorted());
    expect(subset.errors[0]?.method).toBe(subset.method);
    const random = subset.errors.find(({ method }) => method === "RANDOM")?.leaveFamilyOut.mean ?? 0;
    expect(errors[0]).toBeLessThan(0.8 * random);
  });

  it("are the same for the same seed", () => {
    const methods = ["STRATIFIED"] as const;
    const [one, same, other] = [4, 4, 5].map((seed) =>
      representativeSubset(table, { size: 60, seed, methods, folds: 3 }),
    );
    expect(one).toEqual(same);
    expect(other?.questions).not.toEqual(one?.questions);
  });

  it("estimate the score of runs that were not used for the choice", () => {
    const known = representativeSubset(pickRuns(table, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]), {
      size: 100,
      seed: 1,
      folds: 6,
    });
    for (const run of [12, 13, 14, 15]) {
      const truth = meanOver(table, run, slice);
      const estimate = estimateFullScore(known, scoresAt(table, run, known.questions));
      expect(Math.abs(estimate.value - truth)).toBeLessThan(4 * estimate.standardError);
      expect(estimate.interval.upper - estimate.interval.lower).toBeLessThan(0.4);
      expect(estimate.asked).toBe(100);
    }
  });

  it("are chosen without the left-out run: its scores change only its own estimate", () => {
    const changed = { ...table, scores: table.scores.slice() };
    for (let question = 0; question < 800; question++) changed.scores[question * 16 + 3] = question % 2;
    const task = { slice, sizes: [40], methods: ["STRATIFIED", "ANCHORS_GP"] as const, seed: 2, draws: 1 };
    const fold = [[2, 3]];
    const [before, after] = [table, changed].map((of) => leftOutEstimates({ ...task, table: of }, fold));
    for (const [key, estimates] of before ?? []) {
      const others = after?.get(key) ?? [];
      expect(others.find(({ run }) => run === 2)).toEqual(estimates.find(({ run }) => run === 2));
      expect(others.find(({ run }) => run === 3)).not.toEqual(estimates.find(({ run }) => run === 3));
    }
  });

  it("give estimates from the asked questions; if none was asked, the interval spans the whole range", () => {
    const half = Float64Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? 1 : Number.NaN));
    expect(estimateFullScore(subset, half).asked).toBe(30);
    expect(estimateFullScore(subset, new Float64Array(60).fill(Number.NaN)).interval).toMatchObject({
      lower: 0,
      upper: 1,
    });
    expect(() => estimateFullScore(subset, [1])).toThrow("1 scores for a subset of 60 questions");
    for (const size of [801, 0, 1.5])
      expect(() => representativeSubset(table, { size })).toThrow(`a subset of ${size} questions; expected 1 to 800`);
    const only = representativeSubset(table, { size: 1, methods: ["RANDOM"], folds: 3 });
    expect(only).toMatchObject({ weights: [1], of: 800, folds: { runs: 3, families: 3 } });
  });

  it("scale their intervals by the errors of left-out runs, without following a single large error", () => {
    // The quantiles of a half-normal distribution whose deviation is 1.5 times the model's error.
    const errors = Array.from({ length: 200 }, (_, at) => 1.5 * normalQuantile((200 - at - 0.5) / 400));
    const estimates = errors.map((error, run) => ({ run, error: run % 2 === 0 ? error : -error, modelError: 1 }));
    expect(errorScaleOf(estimates)).toBeCloseTo(1.5, 1);
    const outlier = { run: 0, error: 50, modelError: 1 };
    expect(errorScaleOf([...estimates, outlier])).toBeCloseTo(1.5, 1);
    expect(errorScaleOf(estimates.map((each) => ({ ...each, modelError: 2 })))).toBeCloseTo(0.75, 1);
  });

  it("are tested by leaving out each run and each family once", () => {
    expect(familyFolds(table.families, 30)).toHaveLength(8);
    expect(
      familyFolds(table.families, 3)
        .flat()
        .toSorted((a, b) => a - b),
    ).toEqual(runFolds(16, 30).flat());
  });
});
