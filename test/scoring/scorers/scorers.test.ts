import { describe, expect, it } from "vitest";
import type { AnswerKey, Box } from "../../../src/domain/import-batch.ts";
import type { Extraction } from "../../../src/reading/extraction.ts";
import { boxesScorer, boxParts, frameBoxesScorer } from "../../../src/scoring/scorers/boxes.ts";
import { instanceCountsScorer } from "../../../src/scoring/scorers/counts.ts";
import {
  captionScorer,
  choiceScorer,
  numberScorer,
  selectionScorer,
  textMatchScorer,
} from "../../../src/scoring/scorers/plain-scorers.ts";
import { retrievalScorer } from "../../../src/scoring/scorers/retrieval.ts";
import type { Scorer } from "../../../src/scoring/scorers/scorer.ts";

const answered = (answer: string): Extraction => ({
  kind: "answer",
  answer,
  rule: "whole-text",
  span: { start: 0, end: answer.length },
  ambiguous: false,
});

/** A score, or the rule of an answer that could not be read. */
function score(scorer: Scorer, answer: string, key: AnswerKey, task?: string): number | string | null {
  const context = { options: [], ...(task === undefined ? {} : { task }) };
  const verdict = scorer.score(answered(answer), key, context);
  return verdict.outcome === "UNPARSED" ? verdict.rule : verdict.score;
}

const falling = (error: number): number => 1 - Math.tanh(0.3 * error);

describe("the scorer of options", () => {
  const key: AnswerKey = { kind: "option", position: 2, text: "Blue" };
  it.each([
    ["C", 1],
    ["c", 1],
    ["A", 0],
    ["D", 0],
  ])("gives %s the score %d if C is the key", (answer, expected) => {
    expect(score(choiceScorer, answer, key)).toBe(expected);
  });
});

describe("the scorer of several options", () => {
  const key: AnswerKey = { kind: "options", positions: [0, 2], texts: ["Red", "Blue"] };
  const under = (answer: string, metric: string): number | null =>
    selectionScorer.score(answered(answer), key, { options: [], metric }).score;
  it.each([
    ["A, C", 1, 1],
    ["C, A", 1, 1],
    ["A", 0, 2 / 3],
    ["A, B", 0, 1 / 2],
    ["A, B, C", 0, 4 / 5],
    ["A, B, C, D", 0, 2 / 3],
    ["B, D", 0, 0],
    ["B", 0, 0],
  ])("gives %s the score %d, and the F1 %d if the task's metric is F1", (answer, exact, f1) => {
    expect(under(answer, "accuracy")).toBe(exact);
    expect(under(answer, "F1")).toBeCloseTo(f1, 12);
    expect(selectionScorer.score(answered(answer), key, { options: [] }).score).toBe(exact);
  });
});

describe("the scorer of texts", () => {
  it.each([
    ["Yes", "yes", 1],
    ["**yes**.", "yes", 1],
    ["yes, it is", "yes", 0],
    ["#blue; Red#", "red;blue", 1],
    ["red", "red;blue", 0],
    ["top left", "Top-left", 0],
    ["", "yes", 0],
  ])("compares %j with the key %j: %d", (answer, text, expected) => {
    expect(score(textMatchScorer, answer, { kind: "text", text })).toBe(expected);
  });

  it.each([
    ["blue; red", 1],
    ["red, blue", 1],
    ["Red and blue.", 1],
    ["red, and blue", 1],
    ["red、blue", 1],
    ["red和blue", 1],
    ['["red", "blue"]', 1],
    ["red", 0],
    ["red; blue; green", 0],
    ["red; red", 0],
    ["red blue", 0],
  ])("compares %j with the key of two answers, red; blue: %s", (answer, expected) =>
    expect(score(textMatchScorer, answer, { kind: "text", text: "red; blue" })).toBe(expected),
  );

  it("compares options exactly, because they may differ in punctuation alone", () => {
    const key: AnswerKey = { kind: "text", text: "C#" };
    const judge = (answer: string) =>
      textMatchScorer.score({ kind: "answer", answer, rule: "", span: { start: 0, end: 0 }, ambiguous: false }, key, {
        options: ["C++", "C", "C#"],
      }).score;
    expect([judge("C#"), judge("C++"), judge("C")]).toEqual([1, 0, 0]);
  });

  it.each([
    ["grey", 1],
    ["Gray.", 1],
    ["green", 0],
    ["grey; gray", 0],
    ["salt and pepper", 1],
    ["salt, pepper", 0],
  ])("compares %j with the key grey, also gray, also salt and pepper: %s", (answer, expected) =>
    expect(score(textMatchScorer, answer, { kind: "text", text: "grey", also: ["gray", "salt and pepper"] })).toBe(
      expected,
    ),
  );
});

describe("the scorer of numbers", () => {
  it.each([
    ["3", 1],
    ["3.0", 1],
    ["there are 3", 1],
    ["03", 1],
    ["-3", 0],
    ["33", 0],
    ["many", "malformed"],
    ["", "malformed"],
    ["NaN", "malformed"],
  ])("compares %j with the key 3: %s", (answer, expected) =>
    expect(score(numberScorer, answer, { kind: "number", value: 3, text: "3" })).toBe(expected),
  );
});

describe("the scorer of instance counts", () => {
  const key: AnswerKey = { kind: "counts", counts: { dog: 2, cat: 1 } };
  it.each<[string, string, number | string]>([
    ["{'dog': 2, 'cat': 1}", "amic", 1],
    ['answer={"dog": "2", "cat": "1"}', "amic", 1],
    ['```json\n{"dog": 3, "cat": 1}\n```', "amic", (1 + falling(0.5)) / 2],
    ["{'dog': 2}", "amic", (2 / 3 + falling(3.5)) / 2],
    ["{'dog': 2}", "vmic", (1 / 2 + falling(6)) / 2],
    ["{'dog': 2, 'cat': 1, 'man': 4}", "amic", (4 / 5 + 1) / 2],
    ["{'dog': 2, 'cat': 1, 'man': 4}", "vmic", 1],
    ["{'dog': 1000000000, 'cat': 1}", "amic", (1 + falling(20)) / 2],
    ["{'wolf': 2}", "amic", 0],
    ["{}", "amic", 0],
    ["{'dog': -1}", "amic", "malformed"],
    ["{'dog': 1.5}", "amic", "malformed"],
    ["{'dog': NaN}", "amic", "malformed"],
    ["{'dog': Infinity}", "amic", "malformed"],
    ["{'dog': [1]}", "amic", "malformed"],
    ["{'dog': 2, 'cat'", "amic", "malformed"],
    ["{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{", "amic", "malformed"],
    ["two dogs and a cat", "amic", "malformed"],
    ["[2, 1]", "amic", "malformed"],
  ])("scores %j as an answer to %s: %s", (answer, task, expected) => {
    const result = score(instanceCountsScorer, answer, key, task);
    if (typeof expected === "number") expect(result).toBeCloseTo(expected, 10);
    else expect(result).toBe(expected);
  });

  it("ignores the difference between large counts in pictures", () => {
    const many: AnswerKey = { kind: "counts", counts: { bird: 40 } };
    expect(score(instanceCountsScorer, "{'bird': 12}", many, "vmic")).toBe(1);
    expect(score(instanceCountsScorer, "{'bird': 12}", many, "amic")).toBeLessThan(1);
  });
});

const square: Box = [0, 0, 50, 50];

describe("the scorer of boxes", () => {
  const key: AnswerKey = { kind: "boxes", boxes: { dog_1: square, dog_2: [50, 50, 50, 50] }, size: [100, 100] };
  const missed = (count: number): number => 0.3 * (1 - Math.tanh(count));
  it.each<[string, number | string]>([
    ["{'dog_1': [0, 0, 0.5, 0.5], 'dog_2': [0.5, 0.5, 1, 1]}", 1],
    ["{'dog_2': '[0, 0, 0.5, 0.5]', 'dog_1': '[0.5, 0.5, 1, 1]'}", 1],
    ["{'dog_1': [0, 0, 500, 500], 'dog_2': [500, 500, 1000, 1000]}", 1],
    ["{'Dog': [0, 0, 0.5, 0.5]}", 0.35 + missed(1)],
    ["{'dog_1': [0, 0, 0.5, 0.25]}", 0.7 * 0.25 + missed(1)],
    ["{'cat_1': [0, 0, 0.5, 0.5]}", 0],
    ["{'dog_1': [0.9, 0, 1, 0.1]}", missed(2)],
    ["{'dog_1': [0, 0, 0.5, 0.5], 'dog_2': [NaN, 0, 1, 1]}", 0.35 + missed(1)],
    ["{'dog_1': [0.5, 0.5, 0, 0]}", "malformed"],
    ["{'dog_1': [0, 0, Infinity, 1]}", "malformed"],
    ["{'dog_1': [0, 0, 1]}", "malformed"],
    ["{'dog_1': null}", "malformed"],
    ["{'dog_1': ['a', 'b', 'c', 'd']}", "malformed"],
    ["{}", 0],
    ["[0, 0, 1, 1]", "malformed"],
    ["no dog", "malformed"],
  ])("scores %s: %s", (answer, expected) => {
    const result = score(boxesScorer, answer, key);
    if (typeof expected === "number") expect(result).toBeCloseTo(expected, 10);
    else expect(result).toBe(expected);
  });

  it("gives the overlap 1 if neither answer nor key has a box, and 0 if only the answer has one", () => {
    const box = { category: "dog", corners: [0, 0, 10, 10] } as never;
    expect(boxParts([], [])).toEqual({ overlap: 1, unmatched: 0, known: true });
    expect(boxParts([box], [])).toEqual({ overlap: 0, unmatched: 0, known: false });
  });

  it("treats box values above a thousand as pixels", () => {
    const large: AnswerKey = { kind: "boxes", boxes: { car: [0, 0, 2000, 1000] }, size: [4000, 2000] };
    expect(score(boxesScorer, "{'car': [0, 0, 2000, 1000]}", large)).toBe(1);
  });

  it("cannot score without the size of the picture", () => {
    const sizeless: AnswerKey = { kind: "boxes", boxes: { dog: square }, size: null };
    expect(boxesScorer.unscored(sizeless, { options: [] })).toBe("no-picture-size");
    expect(frameBoxesScorer.unscored(sizeless, { options: [] })).toBe("no-picture-size");
    expect(score(boxesScorer, "{}", { kind: "boxes", boxes: { dog: square }, size: null })).toBeNull();
  });
});

describe("the scorer of boxes in frames", () => {
  const key: AnswerKey = { kind: "boxes", boxes: { frame_0: square, frame_1: null }, size: [100, 100] };
  it.each<[string, number | string]>([
    ["{'frame_0': [0, 0, 0.5, 0.5], 'frame_1': None}", 1],
    ["{'frame_0': [0, 0, 0.5, 0.5]}", 1],
    ["answer={'frame_0': [0, 0, 0.5, 0.25], 'frame_1': null}", 0.75],
    ["{'frame_0': null, 'frame_1': null}", 0.5],
    ["{'frame_0': [0, 0, 0.5, 0.5], 'frame_1': [0, 0, 1, 1]}", 0.5],
    ["{'frame_0': [0.5, 0.5, 0, 0]}", 0.5],
    ["{'frame_0': [-1, -1, 0.5, 0.5]}", 0.5 + 0.5 * (0.25 / 2.25)],
    ["[[0, 0, 1, 1]]", "malformed"],
    ["", "malformed"],
  ])("scores %s: %s", (answer, expected) => {
    const result = score(frameBoxesScorer, answer, key);
    if (typeof expected === "number") expect(result).toBeCloseTo(expected, 10);
    else expect(result).toBe(expected);
  });
});

describe("the scorer of retrieved indices", () => {
  const key: AnswerKey = { kind: "indices", indices: [1, 4] };
  const list = JSON.stringify(Array.from({ length: 10_000 }, (_, index) => index));
  it.each<[string, number | string]>([
    ["[1, 4]", 1],
    ["[4,1]", 1],
    ["[1, 1, 4, 4]", 1],
    ["['1', '4']", 1],
    ["The images are 1 and 4.", 1],
    ["[1]", (1 + 2 / 3) / 2],
    ["[0, 1]", (0.5 + 0.5) / 2],
    ["[5]", 0],
    ["[]", 0],
    ["[0, 1, 2, 3, 4, 5, 6]", (0.3 * (0.5 + 4 / 9)) / 2],
    [list, (0.3 * (0.5 + 4 / 10_002)) / 2],
    ["[-1]", "malformed"],
    ["[1.5]", "malformed"],
    ["none of them", "malformed"],
    ["Among these, the images 1, 2 and 3 look very much alike", "malformed"],
    ["[1, 4", 1],
  ])("scores %.30s: %s", (answer, expected) => {
    const result = score(retrievalScorer, answer, key);
    if (typeof expected === "number") expect(result).toBeCloseTo(expected, 10);
    else expect(result).toBe(expected);
  });
});

describe("the score of a caption", () => {
  const key: AnswerKey = { kind: "captions", captions: ["a dog barks", "the dog is barking"] };
  const verdict = (value: number) =>
    captionScorer.score(answered("a dog"), key, { options: [], captions: { score: () => value } });

  it("is FENSE's score, and never below 0", () => {
    expect(verdict(0.625)).toEqual({ outcome: "PARTIAL", score: 0.625 });
    expect(verdict(1)).toEqual({ outcome: "CORRECT", score: 1 });
    expect(verdict(-0.1)).toEqual({ outcome: "WRONG", score: 0 });
  });

  it("is computed from the caption and all its references", () => {
    const asked: unknown[] = [];
    const score = (...call: unknown[]): number => asked.push(call);
    captionScorer.score(answered("a dog"), key, { options: [], captions: { score } });
    expect(asked).toEqual([["a dog", ["a dog barks", "the dog is barking"]]]);
  });

  it("is null and the outcome UNSCORED without FENSE", () => {
    expect(captionScorer.unscored(key, { options: [] })).toBe("fense-not-configured");
    expect(captionScorer.score(answered("a dog"), key, { options: [] })).toEqual({ outcome: "UNSCORED", score: null });
    expect(captionScorer.score(answered("a dog"), key, { options: [], captions: null })).toMatchObject({ score: null });
  });
});

describe("a malformed answer", () => {
  const boxes: AnswerKey = { kind: "boxes", boxes: { dog_1: square }, size: [100, 100] };
  const counts: AnswerKey = { kind: "counts", counts: { dog: 2 } };
  const indices: AnswerKey = { kind: "indices", indices: [1] };
  it.each<[Scorer, AnswerKey, string, string]>([
    [boxesScorer, boxes, "no dog", 'it contains no object such as {"dog_1": [0, 0, 0.5, 0.5]}'],
    [boxesScorer, boxes, "{'dog_1': [1, 1, 0, 0]}", "none of its boxes is [left, top, right, bottom]"],
    [frameBoxesScorer, boxes, "{{", 'it contains no object such as {"frame_0": [0, 0, 0.5, 0.5]}'],
    [instanceCountsScorer, counts, "two dogs", 'it contains no object such as {"dog": 2}'],
    [instanceCountsScorer, counts, "{'cat': 1, 'dog': NaN}", "the count of 'dog' is not a whole number of at least 0"],
    [retrievalScorer, indices, "[1, -1]", "its list contains an index that is not a whole number of at least 0"],
    [retrievalScorer, indices, "the first", "it contains no list of whole numbers"],
    [numberScorer, { kind: "number", value: 3, text: "3" }, "many", "it contains no number"],
  ])("%o is refused with the reason", (scorer, key, answer, reason) => {
    expect(scorer.score(answered(answer), key, { options: [] })).toMatchObject({ rule: "malformed", reason });
  });
});
