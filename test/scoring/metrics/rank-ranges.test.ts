import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalQuantile } from "../../../src/scoring/metrics/distributions.ts";
import { rankRanges } from "../../../src/scoring/metrics/rank-ranges.ts";
import { Z_95 } from "../../../src/scoring/metrics/wilson-interval.ts";
import { rangesByPairs } from "./ranges-by-pairs.ts";

/** 5 % over the comparisons with all others, and never less than for a pair alone. */
const zOf = (runs: number): number => Math.max(Z_95, normalQuantile(0.05 / Math.max(2, runs - 1)));

/** On a grid, so that values and errors repeat. */
const hundredths = (least: number): fc.Arbitrary<number> => fc.integer({ min: least, max: 100 }).map((n) => n / 100);

const board = fc.oneof(
  fc.array(fc.record({ value: hundredths(0), standardError: hundredths(0).map((error) => error / 8) }), {
    maxLength: 80,
  }),
  fc.array(fc.record({ value: hundredths(0), standardError: fc.constantFrom(0.001, 0.02, 0.02, 0.5) }), {
    maxLength: 40,
  }),
);

describe("rankRanges", () => {
  it("leaves ranks open where error bars overlap", () => {
    const ranges = rankRanges([
      { value: 0.6, standardError: 0.01 },
      { value: 0.59, standardError: 0.01 },
      { value: 0.5, standardError: 0.01 },
    ]);
    expect(ranges).toEqual([
      { best: 1, worst: 2 },
      { best: 1, worst: 2 },
      { best: 3, worst: 3 },
    ]);
  });

  it("wants a larger difference on a longer board", () => {
    const pair = [
      { value: 0.53, standardError: 0.01 },
      { value: 0.5, standardError: 0.01 },
    ];
    const others = Array.from({ length: 18 }, () => ({ value: 0.1, standardError: 0.01 }));
    expect(rankRanges(pair)[0]).toEqual({ best: 1, worst: 1 });
    expect(rankRanges([...pair, ...others])[0]).toEqual({ best: 1, worst: 2 });
  });

  it("takes an empty board", () => expect(rankRanges([])).toEqual([]));

  it("says of any board what a comparison of all its pairs says", () => {
    fc.assert(
      fc.property(board, (scores) => {
        expect(rankRanges(scores)).toEqual(rangesByPairs(scores, zOf(scores.length)));
      }),
      { numRuns: 500 },
    );
  });
});
