import { describe, expect, it } from "vitest";
import { fitItems } from "../../../src/scoring/items/fit-items.ts";
import type { ItemFit } from "../../../src/scoring/items/item-fit.ts";
import { type ScoreTable, scoreTable } from "../../../src/scoring/items/item-scores.ts";
import { familyWeights } from "../../../src/scoring/items/suspected-keys.ts";
import { itemPosterior } from "./naive-fit.ts";
import { simulateAnswers } from "./simulated-answers.ts";

/** Three abilities with weights that have the mean, the variance and the fourth moment of a normal posterior. */
const HERMITE = [-1, 0, 1].map((sign) => ({ offset: sign * Math.sqrt(3), weight: sign === 0 ? 2 / 3 : 1 / 6 }));

/** The fit and the table with three runs in place of each run, spread over the posterior of its ability. */
function spreadOut(fit: ItemFit, table: ScoreTable, weights: Float64Array): [ItemFit, ScoreTable, Float64Array] {
  const runs = Array.from({ length: table.runs }, (_, run) => run).flatMap((run) =>
    HERMITE.map((node) => ({
      run,
      ability: (fit.abilities[run] ?? 0) + node.offset * (fit.abilityErrors[run] ?? 0),
      weight: (weights[run] ?? 0) * node.weight,
    })),
  );
  const scores = Float32Array.from({ length: table.questions * runs.length }, (_, at) => {
    const run = runs[at % runs.length]?.run ?? 0;
    return table.scores[Math.floor(at / runs.length) * table.runs + run] ?? 0;
  });
  return [
    { ...fit, abilities: Float64Array.from(runs, ({ ability }) => ability) },
    { ...table, runs: runs.length, scores },
    Float64Array.from(runs, ({ weight }) => weight),
  ];
}

/** The inverse of the negative second derivatives of a function of two variables, by differences. */
function covarianceAt(height: (a: number, c: number) => number, a: number, c: number): [number, number, number] {
  const h = 1e-3;
  const middle = height(a, c);
  const aa = -(height(a + h, c) - 2 * middle + height(a - h, c)) / h ** 2;
  const cc = -(height(a, c + h) - 2 * middle + height(a, c - h)) / h ** 2;
  const ac =
    -(height(a + h, c + h) - height(a + h, c - h) - height(a - h, c + h) + height(a - h, c - h)) / (4 * h ** 2);
  const determinant = aa * cc - ac ** 2;
  return [cc / determinant, aa / determinant, -ac / determinant];
}

function expectModes(fit: ItemFit, height: (question: number, a: number, c: number) => number): void {
  for (let question = 0; question < fit.intercept.length; question += 1 + (fit.intercept.length >> 5)) {
    const [a, c] = [fit.discrimination[question] ?? 0, fit.intercept[question] ?? 0];
    const at = (x: number, y: number): number => height(question, x, y);
    for (const [x, y] of [
      [a + 0.02, c],
      [a - 0.02, c],
      [a, c + 0.02],
      [a, c - 0.02],
    ] as const)
      expect(at(x, y)).toBeLessThan(at(a, c));
    const [varianceA, varianceC, covariance] = covarianceAt(at, a, c);
    expect((fit.discriminationError[question] ?? 0) ** 2 / varianceA).toBeCloseTo(1, 3);
    expect((fit.interceptError[question] ?? 0) ** 2 / varianceC).toBeCloseTo(1, 3);
    expect(((fit.covariance[question] ?? 0) - covariance) / Math.sqrt(varianceA * varianceC)).toBeCloseTo(0, 3);
  }
}

describe("the errors of the 2PL fit", () => {
  it("follow from the curvature of the posterior at its mode, for abilities that are nearly certain", () => {
    const { matrix } = simulateAnswers({ questions: 5_000, runs: 9 }, 5);
    const table = scoreTable(matrix);
    const fit = fitItems(table);
    expect(Math.max(...fit.abilityErrors)).toBeLessThan(0.06);
    const weights = familyWeights(matrix);
    expectModes(fit, (question, a, c) => itemPosterior(fit, table, weights, question, a, c));
  });

  it("take the posterior of each ability into account, for abilities that are uncertain", () => {
    const { matrix } = simulateAnswers({ questions: 120, runs: 15 }, 6);
    const table = scoreTable(matrix);
    const fit = fitItems(table);
    expect(Math.max(...fit.abilityErrors)).toBeGreaterThan(0.1);
    const [spread, wide, weights] = spreadOut(fit, table, familyWeights(matrix));
    expectModes(fit, (question, a, c) => itemPosterior(spread, wide, weights, question, a, c));
  });

  it("follow, for an ability, from the information of the prior and of all questions", () => {
    const { matrix } = simulateAnswers({ questions: 1_000, runs: 30 }, 7);
    const table = scoreTable(matrix);
    const { abilities, abilityErrors, discrimination, intercept } = fitItems(table);
    for (const [run, ability] of abilities.entries()) {
      const information = discrimination.reduce((sum, a, question) => {
        const p = 1 / (1 + Math.exp(-(a * ability + (intercept[question] ?? 0))));
        return sum + a * a * p * (1 - p);
      }, 1);
      // The errors are computed before the last round shrinks the discriminations, so they are a little smaller.
      const ratio = (abilityErrors[run] ?? 0) * Math.sqrt(information);
      expect(ratio).toBeGreaterThan(0.9);
      expect(ratio).toBeLessThan(1.01);
    }
  });

  it("come with priors that have the mean and the spread of the parameters, and a spread that never vanishes", () => {
    const { matrix } = simulateAnswers({ questions: 300, runs: 30 }, 8);
    const { prior, discrimination, intercept, discriminationError, interceptError } = fitItems(scoreTable(matrix));
    for (const [found, values, errors] of [
      [prior.discrimination, discrimination, discriminationError],
      [prior.intercept, intercept, interceptError],
    ] as const) {
      const mean = values.reduce((sum, value) => sum + value, 0) / 300;
      const variance = values.reduce((sum, value, at) => sum + (value - mean) ** 2 + (errors[at] ?? 0) ** 2, 0) / 300;
      expect(found.mean).toBeCloseTo(mean, 1);
      expect(found.deviation / Math.sqrt(variance)).toBeCloseTo(1, 1);
    }
    const alike = scoreTable(matrix);
    const same = fitItems({ ...alike, scores: alike.scores.map((_, at) => (((at % 30) + at / 30) % 2 < 1 ? 1 : 0)) });
    expect(same.prior.discrimination.deviation).toBeGreaterThanOrEqual(0.15);
    expect(same.prior.intercept.deviation).toBeGreaterThanOrEqual(0.15);
  });

  it("come from a fit that ends after the given rounds, and says whether the abilities have settled", () => {
    const table = scoreTable(simulateAnswers({ questions: 120, runs: 15 }, 9).matrix);
    const [short, full] = [fitItems(table, { rounds: 2 }), fitItems(table)];
    expect(short).toMatchObject({ iterations: 2, converged: false });
    expect(full.converged).toBe(true);
    expect(full.iterations).toBeGreaterThan(2);
    expect(fitItems(table, { tolerance: 10 })).toMatchObject({ iterations: 1, converged: true });
  });
});
