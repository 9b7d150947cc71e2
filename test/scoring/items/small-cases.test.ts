import { describe, expect, it } from "vitest";
import { estimateAbility, nextQuestions } from "../../../src/scoring/items/ability.ts";
import { pickRuns, scoreTable } from "../../../src/scoring/items/item-scores.ts";
import { optionAnalysis } from "../../../src/scoring/items/option-analysis.ts";
import { type AnswerMatrix, runOfChoices } from "../../../src/scoring/items/outcome-matrix.ts";
import { sampleIndexes, seededRandom } from "../../../src/scoring/items/seeded-random.ts";
import { correlationOf } from "./naive-fit.ts";

/** Six runs of three families, and three questions with three options. */
function smallMatrix(): AnswerMatrix {
  const key = Uint8Array.of(1, 2, 3);
  const choices = [
    [1, 2, 3],
    [1, 2, 1],
    [2, 2, 1],
    [1, 0, 1],
    [2, 0, 2],
    [3, 1, 2],
  ];
  return {
    questions: 3,
    runs: choices.map((own, run) => runOfChoices(Uint8Array.from(own), key, run >> 1)),
    options: Uint8Array.of(3, 3, 3),
    key,
    clusters: Int32Array.of(0, 0, 1),
  };
}

describe("the use of a question's options", () => {
  const matrix = smallMatrix();
  const runs = { bandOf: Uint8Array.of(2, 2, 1, 1, 0, 0), abilities: Float64Array.of(2, 1, 0.5, -0.5, -1, -2) };

  it("is counted for all runs and for each band of ability", () => {
    const [none, first, second, third] = optionAnalysis(matrix, 0, runs);
    expect(none).toMatchObject({ option: 0, isKey: false, count: 0, meanAbility: null, correlation: null });
    expect(first).toMatchObject({ option: 1, isKey: true, count: 3, share: 0.5, shareByBand: [0, 0.5, 1] });
    expect(second).toMatchObject({ option: 2, isKey: false, count: 2, shareByBand: [0.5, 0.5, 0] });
    expect(third).toMatchObject({ option: 3, isKey: false, count: 1, shareByBand: [0.5, 0, 0], meanAbility: -2 });
    expect(first?.meanAbility).toBeCloseTo(2.5 / 3, 12);
  });

  it("has Pearson's correlation between picking an option and ability", () => {
    for (const question of [0, 1, 2])
      for (const { option, correlation } of optionAnalysis(matrix, question, runs)) {
        const picks = matrix.runs.map(({ choices }) => Number(choices?.[question] === option));
        const expected = correlationOf(picks, runs.abilities);
        if (Number.isNaN(expected)) expect(correlation).toBeNull();
        else expect(correlation).toBeCloseTo(expected, 9);
      }
  });

  it("has no correlation if all runs are equally able, and leaves out runs without choices and unasked runs", () => {
    const equal = { ...runs, abilities: new Float64Array(6).fill(1) };
    expect(optionAnalysis(matrix, 0, equal)[1]).toMatchObject({ meanAbility: 1, correlation: null });
    const partly = matrix.runs.map((run, index) =>
      index === 0 ? { ...run, choices: null } : index === 1 ? { ...run, asked: Int32Array.of(0b110) } : run,
    );
    expect(optionAnalysis({ ...matrix, runs: partly }, 0, runs)[1]).toMatchObject({ count: 1, share: 0.25 });
  });

  it("exists only for the questions of the matrix", () => {
    expect(() => optionAnalysis(matrix, 3, runs)).toThrow("question 3 is outside 0 … 2");
    expect(() => optionAnalysis(matrix, -1, runs)).toThrow("question -1 is outside 0 … 2");
  });
});

describe("the ability of one run", () => {
  const items = {
    discrimination: Float64Array.of(1, -1, 0, 2, 1, Number.NaN, 0.5),
    intercept: Float64Array.of(0, 0, 0, 0, 0, Number.NaN, 0),
  };

  it("leaves out questions without parameters and without a score", () => {
    const both = estimateAbility(items, [0, 3], [1, 0]);
    expect(estimateAbility(items, [0, 5, 3, 4], [1, 1, 0, Number.NaN])).toEqual(both);
    expect(both.questions).toBe(2);
  });

  it("has the standard error that follows from the information of the prior and of the questions", () => {
    const { value, standardError } = estimateAbility(items, [0, 3, 6], [1, 1, 0]);
    const of = (a: number): number => {
      const p = 1 / (1 + Math.exp(-a * value));
      return a * a * p * (1 - p);
    };
    expect(standardError).toBeCloseTo(1 / Math.sqrt(1 + of(1) + of(2) + of(0.5)), 7);
  });

  it("is finite for a run that is right, or wrong, everywhere", () => {
    const steep = { discrimination: new Float64Array(400).fill(3), intercept: new Float64Array(400).fill(-9) };
    const all = Array.from({ length: 400 }, (_, question) => question);
    const [right, wrong] = [1, 0].map((score) => estimateAbility(steep, all, new Float64Array(400).fill(score)));
    // The slope of the posterior is 0: θ = Σ a (1 − p).
    const value = right?.value ?? 0;
    expect((400 * 3) / (1 + Math.exp(3 * value - 9))).toBeCloseTo(value, 5);
    expect(wrong?.value).toBeLessThan(0);
  });

  it("is best measured by the questions with the most information, in the order of the ordinals if equal", () => {
    expect(nextQuestions(items, 0, [], 10)).toEqual([3, 0, 4, 6]);
    expect(nextQuestions(items, 0, [3, 4], 10)).toEqual([0, 6]);
    expect(nextQuestions(items, 0, [], 2, [6, 4, 0])).toEqual([0, 4]);
    expect(nextQuestions(items, 0, [], 0)).toEqual([]);
    expect(nextQuestions(items, 0, [], -1)).toEqual([]);
  });
});

describe("a table of scores", () => {
  it("holds the scores of some of the runs, in their order", () => {
    const all = scoreTable(smallMatrix());
    const some = scoreTable(smallMatrix(), [4, 1]);
    expect(pickRuns(all, [4, 1])).toEqual(some);
    expect([...some.scores]).toEqual([0, 1, 0, 1, 0, 0]);
    expect([...some.families]).toEqual([2, 0]);
    expect(() => scoreTable(smallMatrix(), [6])).toThrow("there is no run 6: the matrix has 6");
  });

  it("has the graded score, which is 0 for an answer that was not read", () => {
    const [run, ...others] = smallMatrix().runs;
    if (run === undefined) throw new Error("no run");
    const graded = { ...run, graded: Float32Array.of(0.25, 0.5, 0.75), unparsed: Int32Array.of(0b010) };
    expect([...scoreTable({ ...smallMatrix(), runs: [graded, ...others] }, [0]).scores]).toEqual([0.25, 0, 0.75]);
  });
});

describe("random numbers from a seed", () => {
  it("are those of mulberry32, so that a published seed gives the same subset on every machine", () => {
    const random = seededRandom(1);
    expect(random()).toBe(0.6270739405881613);
    const numbers = Array.from({ length: 1_000 }, random);
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
    expect(new Set(numbers).size).toBe(1_000);
  });

  it("draw every index once, and each with the same frequency", () => {
    const random = seededRandom(7);
    expect([...sampleIndexes(10, 10, random)].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const counts = new Array<number>(5).fill(0);
    for (let draw = 0; draw < 4_000; draw++)
      for (const index of sampleIndexes(5, 2, random)) counts[index] = (counts[index] ?? 0) + 1;
    for (const count of counts) expect(Math.abs(count - 1_600)).toBeLessThan(150);
  });
});
