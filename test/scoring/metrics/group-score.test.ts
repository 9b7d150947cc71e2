import { describe, expect, it } from "vitest";
import { Bitset } from "../../../src/domain/bitset.ts";
import { chainScore, groupScores, quadraticScore } from "../../../src/scoring/metrics/group-score.ts";

const answers = (text: string): boolean[] => [...text].map((each) => each === "1");

describe("the scores of groups of four, as the code of Video-MME-v2 has them", () => {
  it.each([
    ["0000", 0],
    ["0100", 1 / 16],
    ["0101", 4 / 16],
    ["1011", 9 / 16],
    ["1111", 1],
  ])("%s is %d by the quadratic rule", (text, score) => {
    expect(quadraticScore(answers(text))).toBeCloseTo(score, 12);
  });

  it.each([
    ["[1, 2, 3, 4]", "0111", 0],
    ["[1, 2, 3, 4]", "1011", 1 / 16],
    ["[1, 2, 3, 4]", "1101", 4 / 16],
    ["[1, 2, 3, 4]", "1110", 9 / 16],
    ["[1, 2, 3, 4]", "1111", 1],
    ["[1, [2, 3], 4]", "0111", 0],
    ["[1, [2, 3], 4]", "1000", 1 / 12],
    ["[1, [2, 3], 4]", "1001", 1 / 12],
    ["[1, [2, 3], 4]", "1100", 4 / 12],
    ["[1, [2, 3], 4]", "1010", 4 / 12],
    ["[1, [2, 3], 4]", "1011", 4 / 12],
    ["[1, [2, 3], 4]", "1101", 4 / 12],
    ["[1, [2, 3], 4]", "1110", 7 / 12],
    ["[1, [2, 3], 4]", "1111", 1],
    ["[[1, 2], 3, 4]", "0011", 0],
    ["[[1, 2], 3, 4]", "1000", 1 / 10],
    ["[[1, 2], 3, 4]", "0100", 1 / 10],
    ["[[1, 2], 3, 4]", "0111", 1 / 10],
    ["[[1, 2], 3, 4]", "1011", 1 / 10],
    ["[[1, 2], 3, 4]", "1100", 2 / 10],
    ["[[1, 2], 3, 4]", "1110", 5 / 10],
    ["[[1, 2], 3, 4]", "1111", 1],
  ])("a chain %s with %s is %d", (structure, text, score) => {
    expect(chainScore(answers(text), structure)).toBeCloseTo(score, 12);
  });

  it("a structure that the code does not have gives no score", () => {
    expect(chainScore(answers("1111"), "[1, [2, 3, 4]]")).toBeNull();
    expect(chainScore(answers("111"), "[1, [2, 3], 4]")).toBeNull();
    expect(chainScore(answers("110"), null)).toBeCloseTo(4 / 9, 12);
  });
});

describe("a run's scores over groups", () => {
  const group = (first: number, metric: string) => ({
    ordinals: [first, first + 1],
    metric,
    structure: null,
  });
  const of = (right: readonly number[], unscored: readonly number[] = []) => ({
    correct: Bitset.fromOrdinals(right, 6),
    unscored: Bitset.fromOrdinals(unscored, 6),
  });

  it("count the groups with every question right", () => {
    const scores = groupScores([group(0, "accuracy"), group(2, "accuracy"), group(4, "accuracy")], of([0, 1, 2, 4]));
    expect(scores).toMatchObject({ groups: 3, right: 1, value: 1 / 3, graded: null });
    expect(scores?.interval.lower).toBeCloseTo(0.0615, 4);
    expect(scores?.interval.upper).toBeCloseTo(0.7923, 4);
  });

  it("leave out groups with a question that cannot be scored", () => {
    const groups = [group(0, "quadratic"), group(2, "chain"), group(4, "quadratic")];
    expect(groupScores(groups, of([0, 2], [1]))).toMatchObject({ groups: 2, right: 0, graded: (1 / 4 + 0) / 2 });
    expect(groupScores(groups, of([0, 2], [1, 4, 5]))).toMatchObject({ groups: 1, right: 0, graded: 1 / 4 });
    expect(groupScores(groups.slice(2), of([], [4]))).toBeNull();
  });

  it("of a chain whose first question cannot be scored do not say that it is right, nor hide the grade of the others", () => {
    const chain = { ordinals: [0, 1, 2, 3], metric: "chain", structure: "[1, 2, 3, 4]" };
    expect(groupScores([chain], of([1, 2, 3], [0]))).toBeNull();
    expect(groupScores([chain, group(4, "chain")], of([1, 2, 3, 4], [0]))).toMatchObject({
      groups: 1,
      right: 0,
      graded: 1 / 4,
    });
  });
});
