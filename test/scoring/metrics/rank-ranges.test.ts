import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type RankedScore, type RankRange, rankRanges } from "../../../src/scoring/metrics/rank-ranges.ts";
import { Z_95 } from "../../../src/scoring/metrics/wilson-interval.ts";

/** The definition, pair by pair. */
function rangesByPairs(scores: readonly RankedScore[]): RankRange[] {
  const isAbove = (one: RankedScore, other: RankedScore): boolean =>
    one.value - other.value > Z_95 * Math.hypot(one.standardError, other.standardError);
  return scores.map((score) => ({
    best: 1 + scores.filter((other) => isAbove(other, score)).length,
    worst: scores.length - scores.filter((other) => isAbove(score, other)).length,
  }));
}

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

  it("takes an empty board", () => expect(rankRanges([])).toEqual([]));

  it("says of any board what a comparison of all its pairs says", () => {
    fc.assert(
      fc.property(board, (scores) => {
        expect(rankRanges(scores)).toEqual(rangesByPairs(scores));
      }),
      { numRuns: 500 },
    );
  });
});
