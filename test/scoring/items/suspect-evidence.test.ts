import { describe, expect, it } from "vitest";
import { fitItems } from "../../../src/scoring/items/fit-items.ts";
import type { ItemFit } from "../../../src/scoring/items/item-fit.ts";
import { scoreTable } from "../../../src/scoring/items/item-scores.ts";
import { type AnswerMatrix, runOfChoices } from "../../../src/scoring/items/outcome-matrix.ts";
import { familyWeights, suspectedKeys } from "../../../src/scoring/items/suspected-keys.ts";
import { logGamma } from "../../../src/scoring/metrics/distributions.ts";
import { simulateAnswers } from "./simulated-answers.ts";

/** ln of the integral over the priors of both parameters, by a grid that is ten times as fine. */
function rightIntegral({ prior, abilities }: ItemFit, answers: readonly (boolean | null)[], weights: Float64Array) {
  const [x, z] = [axis(2, 40), axis(3, 120)];
  let [sum, total] = [0, 0];
  for (const u of x)
    for (const v of z) {
      const a = Math.max(0, prior.discrimination.mean + u * prior.discrimination.deviation);
      const c = prior.intercept.mean + v * prior.intercept.deviation;
      const log = answers.reduce((all, isRight, run) => {
        const p = 1 / (1 + Math.exp(-(a * (abilities[run] ?? 0) + c)));
        return isRight === null ? all : all + (weights[run] ?? 0) * Math.log(isRight ? p : 1 - p);
      }, 0);
      const weight = Math.exp(-(u * u + v * v) / 2);
      sum += weight * Math.exp(log);
      total += weight;
    }
  return Math.log(sum / total);
}

const axis = (reach: number, steps: number): number[] =>
  Array.from({ length: steps + 1 }, (_, step) => reach * ((2 * step) / steps - 1));

/** ln of the likelihood of all choices if `right` is right: the wrong ones by a Dirichlet-multinomial with α = 1/2. */
function likelihoodOf(matrix: AnswerMatrix, fit: ItemFit, weights: Float64Array, question: number, right: number) {
  const choices = matrix.runs.map((run) => run.choices?.[question] ?? 0);
  const wrong = [1, 2, 3, 4]
    .filter((option) => option !== right)
    .map((option) => choices.reduce((sum, choice, run) => sum + (choice === option ? (weights[run] ?? 0) : 0), 0));
  const spread =
    wrong.reduce((sum, count) => sum + logGamma(0.5 + count) - logGamma(0.5), 0) +
    logGamma(1.5) -
    logGamma(1.5 + wrong.reduce((sum, count) => sum + count, 0));
  return (
    spread +
    rightIntegral(
      fit,
      choices.map((choice) => (choice === 0 ? null : choice === right)),
      weights,
    )
  );
}

describe("the evidence against a key", () => {
  const { matrix } = simulateAnswers({ questions: 150, runs: 18, familySpread: 1 }, 51);
  const fit = fitItems(scoreTable(matrix));
  const suspects = suspectedKeys(matrix, fit);

  it("is the log ratio of the integrated likelihoods, and proposes the most likely option other than the key", () => {
    const weights = familyWeights(matrix);
    for (const { question, key, proposed, evidence } of suspects.filter((_, index) => index % 6 === 0)) {
      const of = [1, 2, 3, 4].map((option) => likelihoodOf(matrix, fit, weights, question, option));
      const others = of.filter((_, index) => index + 1 !== key);
      expect((of[proposed - 1] ?? 0) - (of[key - 1] ?? 0)).toBeCloseTo(Math.max(...others) - (of[key - 1] ?? 0), 1);
      expect(Math.abs(evidence - ((of[proposed - 1] ?? 0) - (of[key - 1] ?? 0)))).toBeLessThan(0.3);
      expect(proposed).not.toBe(key);
    }
  });

  it("comes with the numbers of runs and families that chose the key, the proposed option, and any option", () => {
    for (const { question, key, proposed, keyChosenBy, proposedBy, answeredBy } of suspects) {
      const of = (holds: (choice: number) => boolean) => {
        const runs = matrix.runs.filter(({ choices }) => holds(choices?.[question] ?? 0));
        return { runs: runs.length, families: new Set(runs.map(({ family }) => family)).size };
      };
      expect(keyChosenBy).toEqual(of((choice) => choice === key));
      expect(proposedBy).toEqual(of((choice) => choice === proposed));
      expect(answeredBy).toEqual(of((choice) => choice > 0));
    }
  });

  it("gives the posterior probability by Bayes' rule, from a prior of one wrong key in fifty", () => {
    const binary = simulateAnswers({ questions: 200, runs: 12, options: 2 }, 52).matrix;
    const found = suspectedKeys(binary, fitItems(scoreTable(binary)));
    const more = suspectedKeys(binary, fitItems(scoreTable(binary)), { prior: 0.5 });
    expect(found.length).toBe(200);
    for (const [index, { evidence, probability }] of found.entries()) {
      const odds = Math.exp(evidence) * (0.02 / 0.98);
      expect(probability).toBeCloseTo(odds / (1 + odds), 9);
      expect(more[index]?.probability).toBeCloseTo(1 / (1 + Math.exp(-evidence)), 9);
    }
  });

  it("is listed for the questions with a key and at least two options, the strongest first", () => {
    const key = matrix.key.slice();
    const options = matrix.options.slice();
    key[3] = 0;
    options[4] = 1;
    options[5] = 2;
    const some = suspectedKeys({ ...matrix, key, options }, fit);
    const listed = new Set(some.map(({ question }) => question));
    expect([3, 4, 5, 6].map((question) => listed.has(question))).toEqual([false, false, true, true]);
    expect(some.find(({ question }) => question === 5)?.proposed).toBeLessThanOrEqual(2);
    const sizes = some.map(({ evidence }) => evidence);
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  });

  it("ignores choices beyond the options, and choices of runs that were not asked", () => {
    const [first, ...rest] = matrix.runs;
    if (first === undefined) throw new Error("no run");
    const beyond = runOfChoices(
      first.choices?.map((choice) => (choice === 1 ? 9 : choice)) ?? new Uint8Array(),
      matrix.key,
      0,
    );
    const without = { ...first, choices: first.choices?.map((choice) => (choice === 1 ? 0 : choice)) ?? null };
    const [one, other] = [beyond, without].map((run) =>
      suspectedKeys({ ...matrix, runs: [{ ...first, choices: run.choices }, ...rest] }, fit),
    );
    expect(one).toEqual(other);
    const unasked = { ...first, asked: new Int32Array(first.asked.length) };
    const [found] = suspectedKeys({ ...matrix, runs: [unasked, ...rest] }, fit);
    expect(found?.answeredBy.runs).toBeLessThanOrEqual(17);
  });
});
