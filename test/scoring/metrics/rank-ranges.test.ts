import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { studentQuantile } from "../../../src/scoring/metrics/distributions.ts";
import { RankRanges } from "../../../src/scoring/metrics/rank-ranges.ts";
import { rangesByPairs } from "./ranges-by-pairs.ts";
import { rankRanges } from "./rank-ranges-of-all.ts";

/** The critical value: one-sided at 5 % over all other runs together, and never less strict than a two-sided test of one pair. */
const zOf = (runs: number, videos: number | null): number =>
  Math.max(
    studentQuantile(0.05, (videos ?? 1e9) - 1),
    studentQuantile(2 * (0.05 / Math.max(2, runs - 1)), (videos ?? 1e9) - 1),
  );

/** Multiples of 0.01, so that values and errors repeat. */
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
  it("leaves ranks open if error bars overlap", () => {
    const ranges = rankRanges(
      [
        { value: 0.6, standardError: 0.01 },
        { value: 0.59, standardError: 0.01 },
        { value: 0.5, standardError: 0.01 },
      ],
      null,
    );
    expect(ranges).toEqual([
      { best: 1, worst: 2 },
      { best: 1, worst: 2 },
      { best: 3, worst: 3 },
    ]);
  });

  it("requires a larger difference on a longer leaderboard", () => {
    const pair = [
      { value: 0.53, standardError: 0.01 },
      { value: 0.5, standardError: 0.01 },
    ];
    const others = Array.from({ length: 18 }, () => ({ value: 0.1, standardError: 0.01 }));
    expect(rankRanges(pair, null)[0]).toEqual({ best: 1, worst: 1 });
    expect(rankRanges([...pair, ...others], null)[0]).toEqual({ best: 1, worst: 2 });
  });

  it("requires a larger difference over fewer videos, and finds none over one video", () => {
    const pair = [
      { value: 0.53, standardError: 0.01 },
      { value: 0.5, standardError: 0.01 },
    ];
    // 2.12 standard errors; t is 2.06 with 25 degrees of freedom, and 2.23 with 10.
    expect([26, 11, 1].map((videos) => rankRanges(pair, videos)[0]?.worst)).toEqual([1, 2, 2]);
    expect(rankRanges([...pair, { value: 0, standardError: 0 }], 1)).toEqual(
      Array.from({ length: 3 }, () => ({ best: 1, worst: 3 })),
    );
  });

  it("accepts an empty leaderboard", () => expect(rankRanges([], null)).toEqual([]));

  it("equals the comparison of all pairs on any leaderboard", () => {
    fc.assert(
      fc.property(board, fc.constantFrom(null, 2, 5, 40), (scores, videos) => {
        expect(rankRanges(scores, videos)).toEqual(rangesByPairs(scores, zOf(scores.length, videos)));
      }),
      { numRuns: 500 },
    );
  });

  it("uses paired tests for entries over the same questions", () => {
    const scores = [
      { value: 0.6, standardError: 0.04 },
      { value: 0.55, standardError: 0.04 },
    ];
    expect(rankRanges(scores, null)[0]).toEqual({ best: 1, worst: 2 });
    expect(rankRanges(scores, null, () => 0.01)[0]).toEqual({ best: 1, worst: 1 });
  });

  it("leaves ranks open between entries of equal value, even if their error is 0", () => {
    const alike = Array.from({ length: 4 }, () => ({ value: 0.5, standardError: 0 }));
    expect(rankRanges(alike, 40, () => 0)).toEqual(Array.from({ length: 4 }, () => ({ best: 1, worst: 4 })));
  });

  it("equals the paired tests of all pairs on any leaderboard, unless ten tests in a row find nothing", () => {
    fc.assert(
      fc.property(
        board,
        fc.constantFrom(2, 5, 40),
        fc.double({ min: 0.05, max: 1, noNaN: true }),
        (all, videos, share) => {
          const scores = all.slice(0, 10);
          const errorOf = (one: number, other: number): number =>
            share * Math.hypot(scores[one]?.standardError ?? 0, scores[other]?.standardError ?? 0);
          const scaled = scores.map(({ value, standardError }) => ({ value, standardError: share * standardError }));
          expect(rankRanges(scores, videos, errorOf)).toEqual(rangesByPairs(scaled, zOf(scores.length, videos)));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("says which entries are not significantly below the best one", () => {
    const three = [0.9, 0.5, 0.49].map((value) => ({ value, standardError: 0.01 }));
    const tied = (scores: typeof three, videos: number | null): boolean[] => {
      const ranges = new RankRanges(scores, videos);
      return scores.map((_, index) => ranges.tiesWithBest(index));
    };
    expect(tied(three, 40)).toEqual([true, false, false]);
    fc.assert(
      fc.property(board, fc.constantFrom(null, 2, 5, 40), (scores, videos) => {
        const [best] = scores.toSorted((a, b) => b.value - a.value);
        const z = zOf(scores.length, videos);
        expect(tied(scores, videos)).toEqual(
          scores.map(({ value, standardError }) => {
            const difference = (best?.value ?? 0) - value;
            return difference === 0 || !(difference > z * Math.hypot(best?.standardError ?? 0, standardError));
          }),
        );
      }),
    );
  });
});
