import { describe, expect, it } from "vitest";
import { Bitset } from "../../../src/domain/bitset.ts";
import { effectiveRuns, familyCorrelation, familySizes } from "../../../src/scoring/items/family-effect.ts";
import { pickRuns, type ScoreTable, scoreTable } from "../../../src/scoring/items/item-scores.ts";
import { type AnswerMatrix, runOfChoices } from "../../../src/scoring/items/outcome-matrix.ts";
import { questionStatistics } from "../../../src/scoring/items/question-statistics.ts";
import { familyWeights } from "../../../src/scoring/items/suspected-keys.ts";
import { wilsonInterval } from "../../../src/scoring/metrics/score-interval.ts";
import { naiveFamilyCorrelation } from "./naive-families.ts";
import { simulateAnswers } from "./simulated-answers.ts";

/** Simulated answers of runs that were asked different questions. Only one run was asked the first question. */
function withGaps(seed: number): AnswerMatrix {
  const { matrix } = simulateAnswers({ questions: 60, runs: 10, familySpread: 1 }, seed);
  const runs = matrix.runs.map((run, index) => ({
    ...run,
    asked: Bitset.where(60, (question) =>
      question === 0 ? index === 2 : (question * 5 + index * 7) % 9 !== 0 && !(question === 1 && index > 1),
    ).words,
  }));
  return { ...matrix, runs };
}

describe("the correlation within families", () => {
  it.each([1, 2, 3])("equals the correlation that is computed pair by pair (seed %i)", (seed) => {
    const complete = scoreTable(simulateAnswers({ questions: 80, runs: 11, familySpread: 1 }, seed).matrix);
    for (const table of [complete, scoreTable(withGaps(seed))]) {
      expect(naiveFamilyCorrelation(table)).toBeGreaterThan(0.05);
      expect(familyCorrelation(table)).toBeCloseTo(naiveFamilyCorrelation(table), 9);
    }
  });

  it("is 0 without two runs of one family, without two families, and for equal scores", () => {
    const table = scoreTable(simulateAnswers({ questions: 80, runs: 9, familySpread: 2 }, 4).matrix);
    expect(familyCorrelation(table)).toBeGreaterThan(0.1);
    expect(familyCorrelation(pickRuns(table, [0, 3, 6]))).toBe(0);
    expect(familyCorrelation(pickRuns(table, [0, 1, 2]))).toBe(0);
    const equal: ScoreTable = { ...table, scores: new Float32Array(table.scores.length).fill(1) };
    expect(familyCorrelation(equal)).toBe(0);
  });

  it("is at most 1, even for a family of equal runs and a family of their opposites", () => {
    const key = new Uint8Array(40).fill(1);
    const odd = Uint8Array.from({ length: 40 }, (_, question) => 1 + (question % 2));
    const even = odd.map((choice) => 3 - choice);
    const runs = [odd, odd, even, even].map((choices, run) => runOfChoices(choices, key, run >> 1));
    const options = new Uint8Array(40).fill(2);
    const table = scoreTable({ questions: 40, runs, options, key, clusters: new Int32Array(40) });
    expect(familyCorrelation(table)).toBe(1);
  });
});

describe("the effective number of runs", () => {
  it("is that of Kish's design effect", () => {
    const sizes = familySizes(Int32Array.of(0, 2, 0, 0));
    expect([...sizes]).toEqual([3, 0, 1]);
    expect(effectiveRuns(sizes, 0)).toBe(4);
    // (3 + 1)² / (3 · (1 + 2ρ) + 1)
    expect(effectiveRuns(sizes, 0.5)).toBeCloseTo(16 / 7, 12);
    expect(effectiveRuns(sizes, 1)).toBeCloseTo(1.6, 12);
    expect(effectiveRuns(new Float64Array(0), 0.5)).toBe(0);
  });

  it("is that of the runs that were asked the question, in the interval of its share", () => {
    const matrix = withGaps(5);
    const table = scoreTable(matrix);
    const { share, lower, upper, families, familyCorrelation: correlation } = questionStatistics(table, matrix);
    expect(correlation).toBeCloseTo(naiveFamilyCorrelation(table), 9);
    const kinds = new Set<number>();
    for (let question = 0; question < 60; question++) {
      const asked = matrix.runs.filter((_, run) => !Number.isNaN(table.scores[question * 10 + run] ?? 0));
      const sizes = new Map<number, number>();
      for (const { family } of asked) sizes.set(family, (sizes.get(family) ?? 0) + 1);
      expect(families[question]).toBe(sizes.size);
      const variance = [...sizes.values()].reduce((sum, size) => sum + size * (1 + (size - 1) * correlation), 0);
      const effective = asked.length ** 2 / variance;
      const p = share[question] ?? 0;
      const interval = wilsonInterval(p === 1 ? effective : p * effective, effective);
      expect(lower[question]).toBeCloseTo(interval.lower, 9);
      expect(upper[question]).toBeCloseTo(interval.upper, 9);
      kinds.add(p === 1 ? 1 : p === 0 ? 0 : 0.5);
      if (p === 1) expect(upper[question]).toBe(1);
    }
    expect(kinds).toEqual(new Set([0, 0.5, 1]));
  });

  it("gives the weight of each run in its family", () => {
    const matrix = withGaps(6);
    const correlation = naiveFamilyCorrelation(scoreTable(matrix));
    for (const [run, weight] of familyWeights(matrix).entries())
      expect(weight).toBeCloseTo(run < 9 ? 1 / (1 + 2 * correlation) : 1, 9);
  });
});
