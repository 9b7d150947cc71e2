import { describe, expect, it } from "vitest";
import type { PairedComparison } from "../../../src/scoring/metrics/paired-comparison.ts";
import { compareOverSlice } from "../../../src/scoring/metrics/slice-comparison.ts";
import { SimulatedBenchmark, shareOf } from "./simulated-benchmark.ts";

const RUNS = 2000;

/** Comparisons of two models with the given true difference. */
function comparisons(videos: number, perVideo: number): (difference: number) => PairedComparison {
  const benchmark = new SimulatedBenchmark(videos, perVideo, 17);
  return (difference) => {
    const [a, b] = [benchmark.run(() => 0.5 + difference / 2), benchmark.run(() => 0.5 - difference / 2)];
    const comparison = compareOverSlice(a, b, benchmark.slice);
    if (comparison === null) throw new Error("there are questions");
    return comparison;
  };
}

/**
 * The minimum detectable difference that such comparisons report. It is the root mean square over many comparisons,
 * because each comparison estimates its own error.
 */
function detectable(compare: (difference: number) => PairedComparison): number {
  let difference = 0.1;
  for (let step = 0; step < 3; step++) {
    const squares = Array.from({ length: 300 }, () => compare(difference).minimumDetectableDifference ** 2);
    difference = Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
  }
  return difference;
}

const finds = ({ pValue, difference }: PairedComparison): boolean => pValue < 0.05 && difference > 0;

describe("over simulated comparisons with questions clustered in videos", () => {
  it.each([
    [10, 30],
    [20, 5],
    [60, 5],
  ])("with %i videos of %i questions, the minimum detectable difference is found in 77 to 83 %", (videos, perVideo) => {
    const compare = comparisons(videos, perVideo);
    const difference = detectable(compare);
    const found = shareOf(RUNS, () => finds(compare(difference)));
    expect(found).toBeGreaterThan(0.77);
    expect(found).toBeLessThan(0.83);
  });

  it("half of the minimum detectable difference is found far less often", () => {
    const compare = comparisons(60, 5);
    const difference = detectable(compare) / 2;
    expect(shareOf(500, () => finds(compare(difference)))).toBeLessThan(0.35);
  });

  it("with five videos, even the largest difference is reported as not detectable", () => {
    const compare = comparisons(5, 20);
    expect(shareOf(200, () => finds(compare(0.5)))).toBe(0);
    expect(compare(0.5).minimumDetectableDifference).toBe(1);
  });
});
