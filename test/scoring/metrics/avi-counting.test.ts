import { describe, expect, it } from "vitest";
import type { AnswerKey } from "../../../src/domain/import-batch.ts";
import { figures, named, near, type Row } from "./avi-task-rows.ts";

const LONG = `{"dog": 2, "cat": 1, "${"x".repeat(280)}": 1}`;

describe("AMIC and VMIC", () => {
  const pets: AnswerKey = { kind: "counts", counts: { dog: 2, cat: 1 } };
  const birds: AnswerKey = { kind: "counts", counts: { bird: 40 } };
  const half: Row = [pets, '{"dog": 2}'];
  const off: Row = [pets, "answer={'dog': 5, 'cat': 1, 'man': 1}"];

  // dog alone: F1 = 2·1/(2+1) = 2/3; E = (0 + 7)/2 = 3.5. With a man: F1 = 2·2/(2+3) = 4/5; E = (3 + 0)/2 = 1.5.
  it("AMIC takes the root of the mean square before tanh", () => {
    const semantic = (2 / 3 + 4 / 5) / 2;
    const rmse = Math.sqrt((3.5 ** 2 + 1.5 ** 2) / 2);
    const counting = 1 - Math.tanh(0.3 * rmse);
    const { official, strict } = figures("amic", [half, off]) ?? {};
    expect(official).toMatchObject({ n: 2, value: near((semantic + counting) / 2) });
    expect(named(official)).toEqual({ SEMANTIC: near(semantic), COUNTING: near(counting), RMSE: near(rmse) });
    expect(strict).toEqual(official);
  });

  // Recall 1/2 and 2/2; E = (0 + 12)/2 = 6 and 1.5.
  it("VMIC uses recall, and an error of 12 for a missing class", () => {
    expect(named(figures("vmic", [half, off])?.official)).toMatchObject({
      SEMANTIC: near(3 / 4),
      RMSE: near(Math.sqrt((6 ** 2 + 1.5 ** 2) / 2)),
    });
  });

  it.each<[string, string, Row, number, number]>([
    ["counts of ten or more are not compared in pictures", "vmic", [birds, '{"bird": 12}'], 1, 0],
    ["counts in sounds are compared, up to an error of 20", "amic", [birds, '{"bird": 12}'], 1, 20],
    ["a count of a thousand million", "amic", [pets, '{"dog": 1000000000, "cat": 1}'], 1, 20],
    ["a count of 200 digits", "amic", [pets, `{"dog": ${"9".repeat(200)}, "cat": 1}`], 1, 20],
    // (2 + 1)/2, the key's own counts.
    ["no count", "amic", [pets, '{"dog": -1, "cat": 1}'], 0, 1.5],
    ["NaN", "amic", [pets, '{"dog": NaN, "cat": 1}'], 0, 1.5],
    ["no object", "vmic", [pets, "two dogs and a cat"], 0, 1.5],
    ["no answer read", "amic", [pets, ""], 0, 1.5],
    ["no answer read, and a count in the key above the largest error", "amic", [birds, ""], 0, 20],
  ])("have the expected SEMANTIC and RMSE for this case: %s, in %s", (_, task, row, semantic, rmse) => {
    expect(named(figures(task, [row])?.official)).toMatchObject({ SEMANTIC: near(semantic), RMSE: near(rmse) });
  });

  it("have no counting score if no class is right, even if the counts are close", () => {
    const figure = figures("amic", [[pets, '{"wolf": 1}']])?.official;
    expect(figure?.value).toBe(0);
    expect(named(figure)).toEqual({ SEMANTIC: 0, COUNTING: 0, RMSE: 7 });
    // If a class of another question is right, this question's error counts, too: S = 1/2, RMSE = √(49/2).
    const both = figures("amic", [
      [pets, '{"wolf": 1}'],
      [pets, '{"dog": 2, "cat": 1}'],
    ])?.official;
    expect(both?.value).toBeCloseTo((0.5 + 1 - Math.tanh(0.3 * Math.sqrt(49 / 2))) / 2, 12);
  });

  it("leave out missing answers in the official score, and count them as naming no class in the strict score", () => {
    const rows: Row[] = [
      [pets, '{"dog": 2, "cat": 1}'],
      [pets, null],
      [pets, "?"],
    ];
    const { official, strict } = figures("amic", rows) ?? {};
    // E = 0 and 1.5; strictly 0, 7 and 7.
    expect(official).toMatchObject({ n: 2, value: near((0.5 + 1 - Math.tanh(0.3 * Math.sqrt(1.5 ** 2 / 2))) / 2) });
    expect(strict).toMatchObject({
      n: 3,
      value: near((1 / 3 + 1 - Math.tanh(0.3 * Math.sqrt((49 + 49) / 3))) / 2),
    });
    expect(figures("amic", [[pets, null]])).toMatchObject({ official: null, strict: { n: 1, value: 0 } });
    expect(figures("amic", [])).toEqual({ official: null, strict: null });
  });

  it("leave out a prediction of 300 characters in the official score, but not in the strict score", () => {
    expect(LONG.length).toBeGreaterThanOrEqual(300);
    const { official, strict } = figures("amic", [half, [pets, LONG]]) ?? {};
    expect(official?.n).toBe(1);
    expect(named(strict).SEMANTIC).toBeCloseTo((2 / 3 + 4 / 5) / 2, 12);
    const talk = "There is much to hear. ".repeat(30);
    expect(figures("amic", [[pets, `${talk}{"dog": 2, "cat": 1}`]])?.official?.value).toBe(1);
    expect(figures("amic", [[pets, talk]])?.official).toBeNull();
    // 200 characters, each of two UTF-16 code units.
    expect(figures("amic", [[pets, "🐕".repeat(200)]])?.official?.n).toBe(1);
  });

  it.each([
    [299, 1],
    [300, undefined],
  ])("count a prediction of %i characters only if it is shorter than 300", (length, n) => {
    const text = `{"dog": 2, "${"x".repeat(length - 17)}": 1}`;
    expect(text).toHaveLength(length);
    expect(figures("amic", [[pets, text]])?.official?.n).toBe(n);
  });
});
