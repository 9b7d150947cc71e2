import { describe, expect, it } from "vitest";
import { estimateAbility, fisherInformation, nextQuestions } from "../../../src/scoring/items/ability.ts";
import { fitItems } from "../../../src/scoring/items/fit-items.ts";
import { scoreTable } from "../../../src/scoring/items/item-scores.ts";
import { familyWeights } from "../../../src/scoring/items/suspected-keys.ts";
import { correlationOf, naiveAbilities, naiveAbility, naiveMode } from "./naive-fit.ts";
import { onFittedScale, simulateAnswers } from "./simulated-answers.ts";

describe("the 2PL fit", () => {
  const { matrix } = simulateAnswers({ questions: 2_000, runs: 18 }, 5);
  const table = scoreTable(matrix);
  const fit = fitItems(table);

  it("finds the same posterior mode as a search without derivatives", () => {
    expect(fit.converged).toBe(true);
    const weights = familyWeights(matrix);
    for (let question = 0; question < matrix.questions; question += 50) {
      const [a, c] = naiveMode(fit, table, weights, question);
      expect(fit.discrimination[question]).toBeCloseTo(a, 2);
      expect(fit.intercept[question]).toBeCloseTo(c, 2);
    }
    for (const [run, ability] of naiveAbilities(fit, table).entries())
      expect(fit.abilities[run]).toBeCloseTo(ability, 2);
  });

  it("gives abilities with mean 0 and standard deviation 1, and the same result each time", () => {
    expect(fit.abilities.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 6);
    expect(fit.abilities.reduce((sum, value) => sum + value ** 2, 0) / 18).toBeCloseTo(1, 6);
    expect(fitItems(table)).toEqual(fit);
  });

  it("recovers simulated parameters from 200 runs", () => {
    const truth = simulateAnswers({ questions: 300, runs: 200, runsPerFamily: 1, familySpread: 0 }, 11);
    const found = fitItems(scoreTable(truth.matrix));
    expect(correlationOf(found.discrimination, truth.discrimination)).toBeGreaterThanOrEqual(0.9);
    expect(correlationOf(found.intercept, truth.intercept)).toBeGreaterThanOrEqual(0.97);
    expect(correlationOf(found.abilities, truth.abilities)).toBeGreaterThanOrEqual(0.98);
  });

  it("with 30 runs, estimates discriminations better than their true mean would", () => {
    const truth = simulateAnswers({ questions: 300, runs: 30, runsPerFamily: 1, familySpread: 0 }, 12);
    const found = fitItems(scoreTable(truth.matrix));
    const [expected] = onFittedScale(truth);
    const mean = expected.reduce((sum, a) => sum + a, 0) / 300;
    const square = (valueAt: (at: number) => number): number =>
      expected.reduce((sum, a, at) => sum + (a - valueAt(at)) ** 2, 0);
    expect(square((at) => found.discrimination[at] ?? 0)).toBeLessThan(square(() => mean));
  });

  it("estimates the ability of one run alone, and gives a question without answers no parameters", () => {
    const runs = matrix.runs.map((run) => {
      const asked = run.asked.slice();
      asked[0] = (asked[0] ?? 0) & ~1;
      return { ...run, asked };
    });
    const partial = fitItems(scoreTable({ ...matrix, runs }));
    expect(partial.discrimination[0]).toBeNaN();
    const scores = Float64Array.from({ length: 2_000 }, (_, question) => table.scores[question * 18] ?? Number.NaN);
    const all = Array.from(scores.keys());
    const ability = estimateAbility(fit, all, scores);
    expect(ability.value).toBeCloseTo(naiveAbility(fit, table, 0), 6);
    expect(ability.questions).toBe(2_000);
    expect(estimateAbility(fit, [], [])).toEqual({ value: 0, standardError: 1, questions: 0 });
    expect(() => estimateAbility(fit, [1], [])).toThrow("0 scores for 1 questions");
  });

  it("names the most informative questions that were not asked", () => {
    const next = nextQuestions(fit, 0.5, [3, 4], 20);
    const least = Math.min(...next.map((question) => fisherInformation(fit, question, 0.5)));
    const others = Array.from({ length: 2_000 }, (_, question) => question).filter(
      (question) =>
        !next.includes(question) && question !== 3 && question !== 4 && (fit.discrimination[question] ?? 0) > 0,
    );
    expect(Math.max(...others.map((question) => fisherInformation(fit, question, 0.5)))).toBeLessThanOrEqual(least);
    expect(nextQuestions(fit, 0, [7], 5, [7, 8, 9]).every((question) => question === 8 || question === 9)).toBe(true);
  });
});
