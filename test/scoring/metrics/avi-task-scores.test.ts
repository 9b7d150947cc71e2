import { describe, expect, it } from "vitest";
import type { AnswerKey, Box } from "../../../src/domain/import-batch.ts";
import { meanFigures } from "../../../src/scoring/metrics/avi-tasks/task-figure.ts";
import { aviMetricOf, aviTaskFigures } from "../../../src/scoring/metrics/avi-tasks/task-metrics.ts";
import { figures, named, near, type Row } from "./avi-task-rows.ts";
import { runOf } from "./vectors.ts";

describe("AVL", () => {
  const square: Box = [0, 0, 50, 50];
  const one: AnswerKey = { kind: "boxes", boxes: { dog: square }, size: [100, 100] };
  const two: AnswerKey = { kind: "boxes", boxes: { dog_1: square, dog_2: [50, 50, 50, 50] }, size: [100, 100] };
  const instances = (...errors: number[]): number =>
    1 - Math.tanh(Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length));

  // Half of the one box: IoU 1/2, E 0. One of two boxes: mIoU 1/2, E 1.
  it("takes the root of the mean square before tanh", () => {
    const rows: Row[] = [
      [one, "{'dog': [0, 0, 0.5, 0.25]}"],
      [two, "{'dog_1': [0, 0, 0.5, 0.5]}"],
    ];
    const { official, strict } = figures("avl", rows) ?? {};
    expect(official).toMatchObject({ n: 2, value: near(0.7 * 0.5 + 0.3 * instances(0, 1)) });
    expect(named(official)).toEqual({ MEAN_IOU: 0.5, INSTANCE: near(instances(0, 1)), RMSE: near(Math.SQRT1_2) });
    expect(strict).toEqual(official);
  });

  it.each<[string, string, number]>([
    ["reversed", "{'dog_1': [0.5, 0.5, 0, 0]}", 2],
    ["not finite", "{'dog_1': [0, 0, Infinity, 1], 'dog_2': [NaN, 0, 1, 1]}", 2],
    ["as large as numbers can be", "{'dog_1': [-1e308, -1e308, 1e308, 1e308]}", 2],
    ["infinitely wide and of height 0", "{'dog_1': [-1e308, 0, 1e308, 0]}", 2],
    ["of another category", "{'cat': [0, 0, 0.5, 0.5]}", 2],
    ["absent from the object", "{}", 2],
    ["not in an object, which the script does not count as an error", "[0, 0, 1, 1]", 0],
    ["missing", "no dog", 0],
    ["not read", "", 0],
  ])("matches nothing with a box that is %s", (_, text, error) => {
    const figure = figures("avl", [
      [one, "{'dog': [0, 0, 0.5, 0.5]}"],
      [two, text],
    ])?.official;
    expect(figure?.value).toBeCloseTo(0.7 * 0.5 + 0.3 * instances(0, error), 9);
  });

  it("has no instance score if no category is right", () => {
    const rows: Row[] = [
      [two, "no dog"],
      [two, "{'cat': [0, 0, 0.5, 0.5]}"],
    ];
    expect(figures("avl", rows)?.official?.value).toBe(0);
  });

  it("counts all boxes of missing and unreadable predictions as missed in the strict score", () => {
    const rows: Row[] = [
      [one, "{'dog': [0, 0, 0.5, 0.5]}"],
      [two, null],
      [one, "?"],
    ];
    const { official, strict } = figures("avl", rows) ?? {};
    expect(official).toMatchObject({ n: 2, value: near(0.7 / 2 + 0.3) });
    expect(strict).toMatchObject({ n: 3, value: near(0.7 / 3 + 0.3 * instances(0, 2, 1)) });
  });
});

describe("AVLG", () => {
  const key: AnswerKey = { kind: "boxes", boxes: { frame_0: [0, 0, 50, 50], frame_1: null }, size: [100, 100] };

  it("is the mean over videos; in the official score, an unreadable prediction has no box in any frame", () => {
    const rows: Row[] = [
      [key, "{'frame_0': [0, 0, 0.5, 0.25]}"],
      [key, "{'frame_0': [0, 0, 0.5, 0.5], 'frame_1': [0.5, 0.5, 0, 0]}"],
      [key, "nowhere"],
      [key, null],
    ];
    const { official, strict } = figures("avlg", rows) ?? {};
    // (1/2 + 1)/2, (1 + 0)/2, (0 + 1)/2; strictly the last two are 0.
    expect(official).toEqual({ n: 3, value: near((0.75 + 0.5 + 0.5) / 3), parts: [] });
    expect(strict).toEqual({ n: 4, value: near((0.75 + 0.5) / 4), parts: [] });
  });
});

describe("VAR and AVR", () => {
  const key = (...indices: number[]): AnswerKey => ({ kind: "indices", indices });
  const list = (length: number): string => JSON.stringify(Array.from({ length }, (_, index) => index));

  // [0, 1] for 1 and 4: R@1 0, R@3 1, F1 2·1/(2+2) = 1/2. [2] for 2: all 1.
  it("are the mean of F1 and of the mean of both recalls", () => {
    const figure = figures("var", [
      [key(1, 4), "[0, 1]"],
      [key(2), "2"],
    ])?.official;
    expect(figure?.value).toBeCloseTo(((0.5 + 1) / 2 + 0.75) / 2, 12);
    expect(named(figure)).toEqual({
      RECALL_AT_1: 0.5,
      RECALL_AT_3: 1,
      F1: 0.75,
      CONFIDENCE: 1,
      REPEAT_RATE: 0,
      REPEAT_PENALTY: 1,
    });
  });

  // Seven indices, 0 among them: R@1 = R@3 = 1, F1 = 2·1/(7+1) = 1/4. The mean confidence is (1 + 0.3)/2.
  it("use the mean confidence of the whole data set, not of each question", () => {
    const figure = figures("avr", [
      [key(0), list(7)],
      [key(8), "[8]"],
    ])?.official;
    expect(figure?.value).toBeCloseTo(0.65 * ((1 + 1) / 2 + 0.625) * 0.5, 12);
    expect(named(figure)).toMatchObject({ CONFIDENCE: near(0.65), F1: near(0.65 * 0.625) });
  });

  it.each([
    // Five answers have a repeat rate of (5 − 1)/5 = 0.8, which is tolerated. Ten have 0.9, so 1 − (0.9 − 0.8) = 0.9 is left.
    [5, 0.8, 1],
    [10, 0.9, 0.9],
    [100, 0.99, 0.81],
  ])("have the right penalty if %i questions get the same answer", (n, rate, penalty) => {
    const figure = figures(
      "var",
      Array.from({ length: n }, (): Row => [key(3), "[3]"]),
    )?.official;
    expect(figure?.value).toBeCloseTo(penalty, 12);
    expect(named(figure)).toMatchObject({ REPEAT_RATE: near(rate), REPEAT_PENALTY: near(penalty) });
  });

  it("treat sets as equal in any order", () => {
    const rows: Row[] = [
      [key(1, 4), "[4, 1]"],
      [key(1, 4), "[1, 4, 4]"],
      [key(14), "[14]"],
    ];
    expect(named(figures("var", rows)?.official).REPEAT_RATE).toBeCloseTo(1 / 3, 12);
  });

  it("accept 10,000 indices, and values that are not indices", () => {
    const rows: Row[] = [
      [key(1), list(10_000)],
      [key(1), "[-1]"],
      [key(1), "[NaN]"],
      [key(1), "none of them"],
      [key(1), null],
    ];
    const { official, strict } = figures("var", rows) ?? {};
    // R@1 0, R@3 1/4, F1 2/10001/4; confidence (0.3 + 3)/4.
    const value = (sent: number): number => {
      const confidence = (0.3 + sent - 1) / sent;
      return (confidence * (1 / sent / 2 + 2 / 10_001 / sent)) / 2;
    };
    expect(official).toMatchObject({ n: 4, value: near(value(4)) });
    expect(strict).toMatchObject({ n: 5, value: near(value(5)) });
  });
});

describe("a task scored by the mean of its questions", () => {
  // Right, wrong, unparsed, unparsed because it is null, failed, missing, unscored.
  const run = runOf(["CORRECT", "WRONG", "UNPARSED", "UNPARSED", "ERRORED", "MISSING", "UNSCORED"]);

  it("counts submitted answers in the official score, and all questions that can be scored in the strict score", () => {
    expect(meanFigures(run, [0, 1, 2, 3, 4, 5, 6], new Set([3]))).toEqual({
      official: { value: 1 / 3, parts: [], n: 3 },
      strict: { value: 1 / 6, parts: [], n: 6 },
    });
    expect(meanFigures(run, [4, 5, 6], new Set())).toEqual({
      official: null,
      strict: { value: 0, parts: [], n: 2 },
    });
    expect(meanFigures(run, [6], new Set())).toEqual({ official: null, strict: null });
  });

  it.each(["avm", "avh", "vah", "avqa", "asqa", "vsqa", "avsqa", "avc"])(
    "has no figure besides this mean: %s",
    (task) => {
      expect(aviTaskFigures(task, [])).toBeNull();
      expect(aviMetricOf(task)).toBe(task === "avc" ? "FENSE" : "ACCURACY");
    },
  );
});
