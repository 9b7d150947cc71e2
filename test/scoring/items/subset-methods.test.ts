import { describe, expect, it } from "vitest";
import { estimateAbility } from "../../../src/scoring/items/ability.ts";
import { chooseQuestions } from "../../../src/scoring/items/choose-questions.ts";
import { foldsWithin } from "../../../src/scoring/items/choose-subset.ts";
import { fitItems } from "../../../src/scoring/items/fit-items.ts";
import { scoreTable } from "../../../src/scoring/items/item-scores.ts";
import { seededRandom } from "../../../src/scoring/items/seeded-random.ts";
import {
  describeErrors,
  errorScaleOf,
  familyFolds,
  meanOver,
  runFolds,
} from "../../../src/scoring/items/subset-errors.ts";
import { estimateFullScore, estimatorOf, scoreCurve } from "../../../src/scoring/items/subset-estimator.ts";
import { student95 } from "../../../src/scoring/metrics/score-interval.ts";
import { simulateAnswers } from "./simulated-answers.ts";

const all = (length: number): Int32Array => Int32Array.from({ length }, (_, at) => at);

describe("the methods of choosing questions", () => {
  const { discrimination, intercept } = simulateAnswers({ questions: 103 }, 71);
  const items = { discrimination, intercept };

  it("STRATIFIED takes one of the five most discriminating questions of each stratum, weighted by its share", () => {
    const byDifficulty = [...all(103)].sort((a, b) => (intercept[a] ?? 0) - (intercept[b] ?? 0));
    const bounds = Array.from({ length: 11 }, (_, at) => Math.round((at * 103) / 10));
    const seen = Array.from({ length: 10 }, () => new Set<number>());
    for (let seed = 1; seed <= 60; seed++) {
      const { questions, weights } = chooseQuestions("STRATIFIED", items, all(103), 10, seededRandom(seed));
      expect(questions).toEqual(questions.toSorted((a, b) => a - b));
      for (let stratum = 0; stratum < 10; stratum++) {
        const members = byDifficulty.slice(bounds[stratum], bounds[stratum + 1]);
        const [own, ...more] = questions.filter((question) => members.includes(question));
        expect(more).toEqual([]);
        const best = members.sort((a, b) => (discrimination[b] ?? 0) - (discrimination[a] ?? 0)).slice(0, 5);
        expect(best).toContain(own);
        seen[stratum]?.add(own ?? -1);
        expect(weights[questions.indexOf(own ?? -1)]).toBeCloseTo(members.length / 103, 12);
      }
    }
    expect(seen.map(({ size }) => size)).toEqual(new Array(10).fill(5));
  });

  it("INFORMATION adds the question that most lowers the variance of the abilities", () => {
    const grid = [-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2];
    const informationAt = (question: number, theta: number): number => {
      const a = discrimination[question] ?? 0;
      const p = 1 / (1 + Math.exp(-(a * theta + (intercept[question] ?? 0))));
      return a * a * p * (1 - p);
    };
    const chosen: number[] = [];
    for (let size = 1; size <= 8; size++) {
      const known = grid.map((theta) => chosen.reduce((sum, question) => sum + informationAt(question, theta), 1));
      // The derivative of Σ w / I, with the weights of a normal distribution of variance 2.
      const gain = (question: number): number =>
        grid.reduce(
          (sum, theta, at) =>
            sum + (Math.exp(-(theta ** 2) / 4) * informationAt(question, theta)) / (known[at] ?? 1) ** 2,
          0,
        );
      const rest = [...all(103)].filter((question) => !chosen.includes(question));
      chosen.push(rest.reduce((best, question) => (gain(question) > gain(best) ? question : best)));
      const { questions, weights } = chooseQuestions("INFORMATION", items, all(103), size, seededRandom(1));
      expect(questions).toEqual(chosen.toSorted((a, b) => a - b));
      expect(weights).toEqual(new Array(size).fill(1 / size));
    }
  });

  it("ANCHORS takes the question nearest to the centre of each cluster, weighted by its share", () => {
    // Clusters of 3, 4 and 5 questions, each around a question at its centre.
    const places = [
      [0, 0],
      [5, 0],
      [0, 9],
    ].flatMap(([x = 0, y = 0], cluster) =>
      [
        [0.25, 0.25],
        [0, 0],
        [-0.25, -0.25],
        [0.5, -0.5],
        [-0.5, 0.5],
      ]
        .slice(0, 3 + cluster)
        .map(([dx = 0, dy = 0]) => [x + dx, y + dy] as const),
    );
    const parameters = {
      discrimination: Float64Array.from(places, ([x]) => x),
      intercept: Float64Array.from(places, ([, y]) => y),
    };
    const best = Array.from({ length: 12 }, (_, seed) =>
      chooseQuestions("ANCHORS", parameters, all(12), 3, seededRandom(seed)),
    );
    for (const { questions, weights } of best) {
      expect(new Set(questions).size).toBe(3);
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
    }
    // A start with one question of each cluster ends at their centres: questions 1, 4 and 8.
    expect(best).toContainEqual({ questions: [1, 4, 8], weights: [3 / 12, 4 / 12, 5 / 12] });
    expect(chooseQuestions("ANCHORS", parameters, all(12), 12, seededRandom(1)).questions).toEqual([...all(12)]);
    expect(chooseQuestions("ANCHORS_GP", parameters, all(12), 3, seededRandom(1))).toEqual(best[1]);
  });

  it("RANDOM takes distinct candidates with equal weights", () => {
    const candidates = Int32Array.of(5, 50, 7, 70);
    const { questions, weights } = chooseQuestions("RANDOM", items, candidates, 4, seededRandom(3));
    expect(questions).toEqual([5, 7, 50, 70]);
    expect(weights).toEqual([0.25, 0.25, 0.25, 0.25]);
  });
});

describe("the estimate of a full score", () => {
  const { matrix } = simulateAnswers({ questions: 200, runs: 12 }, 72);
  const fit = fitItems(scoreTable(matrix));
  const chosen = { questions: [3, 40, 90, 150], weights: [0.4, 0.3, 0.2, 0.1] };
  const curve = scoreCurve(fit, all(200));
  const scores = [1, 0, Number.NaN, 1];
  const of = (method: "ANCHORS" | "STRATIFIED" | "ANCHORS_GP") => {
    const estimator = { ...estimatorOf(method, chosen, fit, curve), errorScale: 0.5, freedom: 11 };
    return estimateFullScore({ ...chosen, estimator }, scores);
  };
  const theta = estimateAbility(fit, chosen.questions, scores);
  const probabilityAt = (question: number, at: number): number =>
    1 / (1 + Math.exp(-((fit.discrimination[question] ?? 0) * at + (fit.intercept[question] ?? 0))));
  const expectedAt = (at: number): number =>
    [...all(200)].reduce((sum, question) => sum + probabilityAt(question, at), 0) / 200;

  it("is the weighted mean of the answered questions for ANCHORS, with the error of this mean", () => {
    const error = Math.sqrt(
      [0, 1, 3].reduce((sum, at) => {
        const p = probabilityAt(chosen.questions[at] ?? 0, theta.value);
        return sum + (chosen.weights[at] ?? 0) ** 2 * p * (1 - p);
      }, 0),
    );
    const { value, standardError, interval, asked } = of("ANCHORS");
    expect(asked).toBe(3);
    expect(value).toBeCloseTo(0.5 / 0.8, 12);
    expect(standardError).toBeCloseTo((0.5 * error) / 0.8, 9);
    expect(interval.lower).toBeCloseTo(Math.max(0, value - student95(11) * standardError), 12);
    expect(interval.upper).toBeCloseTo(Math.min(1, value + student95(11) * standardError), 12);
    expect(interval.level).toBe(0.95);
  });

  it("is the expected score at the run's ability for STRATIFIED, with the error of the ability", () => {
    const { value, standardError } = of("STRATIFIED");
    expect(value).toBeCloseTo(expectedAt(theta.value), 3);
    const slope = (expectedAt(theta.value + 0.05) - expectedAt(theta.value - 0.05)) / 0.1;
    expect(standardError / (0.5 * slope * theta.standardError)).toBeCloseTo(1, 1);
  });

  it("is the mean of both for ANCHORS_GP", () => {
    expect(of("ANCHORS_GP").value).toBeCloseTo((of("ANCHORS").value + of("STRATIFIED").value) / 2, 12);
    expect(of("ANCHORS_GP").standardError).toBeCloseTo(
      (of("ANCHORS").standardError + of("STRATIFIED").standardError) / 2,
      12,
    );
  });

  it("stays on the curve for a run that is far abler, or weaker, than all others", () => {
    const steep = { ...fit, discrimination: fit.discrimination.map(() => 4), intercept: fit.intercept.map(() => -30) };
    const estimator = { ...estimatorOf("STRATIFIED", chosen, steep, scoreCurve(steep, all(200))), freedom: 11 };
    const [right, wrong] = [1, 0].map((score) =>
      estimateFullScore({ ...chosen, estimator }, new Array<number>(4).fill(score)),
    );
    expect(right?.value).toBeGreaterThanOrEqual(0);
    expect(right?.value).toBeLessThanOrEqual(1);
    expect(wrong?.value).toBeCloseTo(0, 6);
    const top = scoreCurve({ ...fit, intercept: fit.intercept.map(() => 9) }, all(200)).at(-1) ?? 0;
    expect(top).toBeGreaterThan(0.99);
  });
});

describe("the measured errors of subsets", () => {
  it("are the mean and the 95th percentile of the absolute errors", () => {
    const estimates = Array.from({ length: 20 }, (_, at) => ({
      run: at,
      error: (at % 2 === 0 ? 1 : -1) * (20 - at),
      modelError: 2,
    }));
    expect(describeErrors(estimates)).toEqual({ mean: 10.5, p95: 20, estimates: 20 });
    expect(describeErrors(estimates.slice(10))).toEqual({ mean: 5.5, p95: 10, estimates: 10 });
    // The 19th of 20 ratios.
    expect(errorScaleOf(estimates)).toBeCloseTo(9.5 / 1.959964, 6);
    expect(errorScaleOf([])).toBe(1);
  });

  it("come from at most the given number of folds, which leave out every run once", () => {
    expect(runFolds(5, 30)).toEqual([[0], [1], [2], [3], [4]]);
    expect(runFolds(5, 2)).toEqual([
      [0, 2, 4],
      [1, 3],
    ]);
    expect(familyFolds(Int32Array.of(4, 1, 4, 1, 0), 2)).toEqual([
      [0, 2, 4],
      [1, 3],
    ]);
  });

  it("use fewer folds for larger tables", () => {
    expect(foldsWithin({ questions: 100, runs: 10 }, 8_000)).toBe(4);
    expect(foldsWithin({ questions: 100, runs: 10 }, 2_000)).toBe(3);
    expect(foldsWithin({ questions: 100, runs: 10 })).toBe(30);
    expect(foldsWithin({ questions: 0, runs: 0 })).toBe(30);
  });

  it("are differences from the mean score over the questions that the run was asked", () => {
    const scores = Float32Array.of(1, 0, Number.NaN, 0.5, 0, 1);
    const table = { questions: 3, runs: 2, scores, families: Int32Array.of(0, 1) };
    expect(meanOver(table, 0, all(3))).toBe(0.5);
    expect(meanOver(table, 1, Int32Array.of(1, 2))).toBe(0.75);
    expect(meanOver(table, 0, Int32Array.of(1))).toBeNaN();
  });
});
