import { describe, expect, it } from "vitest";
import { cosine, fense, sigmoid } from "../../../src/scoring/metrics/fense.ts";

describe("FENSE's score", () => {
  // The cosines of [1, 0] with these are 1, 0.6 and −1.
  const [same, near, opposite] = [
    [2, 0],
    [3, 4],
    [-1, 0],
  ] as const;

  it.each<[string, readonly (readonly number[])[], number, number]>([
    ["one reference", [near], 0, 0.6],
    ["the mean of several, not the best", [same, near], 0, 0.8],
    ["no penalty at the threshold", [near], 0.9, 0.6],
    ["a tenth of the cosine above the threshold", [near], 0.901, 0.06],
    ["a tenth of the mean of several", [same, near], 1, 0.08],
    ["a negative cosine", [opposite], 0, -1],
    ["no reference", [], 0, 0],
    ["a reference that is the zero vector", [[0, 0]], 0, 0],
  ])("follows the formula for this case: %s", (_, references, errorProbability, expected) => {
    expect(fense([1, 0], references, errorProbability)).toBeCloseTo(expected, 12);
  });

  it("accepts typed arrays, and keeps every cosine within −1 to 1", () => {
    const long = Float32Array.from({ length: 384 }, () => 0.1);
    expect(cosine(long, long)).toBeLessThanOrEqual(1);
    expect(cosine(long, long)).toBeCloseTo(1, 6);
  });

  it("uses a sigmoid that does not overflow", () => {
    expect([sigmoid(0), sigmoid(1000), sigmoid(-1000)]).toEqual([0.5, 1, 0]);
    expect(sigmoid(Math.log(9))).toBeCloseTo(0.9, 12);
  });
});
