import fc from "fast-check";
import { expect, it } from "vitest";
import { Bitset } from "../../../src/domain/bitset.ts";
import { pairedError } from "../../../src/scoring/metrics/paired-error.ts";
import { compareOverSlice } from "../../../src/scoring/metrics/slice-comparison.ts";
import { SliceQuestions } from "../../../src/scoring/metrics/slice-questions.ts";
import { scoreBits } from "../../../src/scoring/metrics/slice-sums.ts";
import { runOf } from "./vectors.ts";

const grade = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(0, 1) }, fc.constantFrom(0, 0.25, 0.9));

/** Two runs over questions, of which some are in the slice, some share a video, and some have no video. */
const situations = fc.integer({ min: 2, max: 150 }).chain((length) => {
  const all = { minLength: length, maxLength: length };
  const scores = fc.oneof(fc.array(fc.constantFrom(0, 1), all), fc.array(grade, all));
  const clusters = fc.oneof(
    fc.array(fc.integer({ min: -1, max: 4 }), all),
    fc.constant(Array.from({ length }, (_, ordinal) => Math.floor(ordinal / 4))),
  );
  return fc.record({ mask: fc.array(fc.boolean(), all), clusters, a: scores, b: scores });
});

it("a leaderboard and a comparison use the same paired error", () => {
  let compared = 0;
  fc.assert(
    fc.property(situations, ({ mask, clusters, a, b }) => {
      const slice = SliceQuestions.of(
        Bitset.where(mask.length, (ordinal) => mask[ordinal] === true),
        { clusters: Int32Array.from(clusters), chance: new Float64Array(mask.length) },
      );
      fc.pre(slice.videos >= 2);
      const [one, two] = [runOf(a), runOf(b)];
      const expected = compareOverSlice(one, two, slice)?.standardError;
      expect(pairedError(scoreBits(one), scoreBits(two), slice)).toBeCloseTo(expected ?? Number.NaN, 9);
      compared += 1;
    }),
    { numRuns: 1_000 },
  );
  expect(compared).toBeGreaterThan(500);
});

it("the paired error is exact, unless the exact error is above `enough`", () => {
  let [stopped, exact] = [0, 0];
  fc.assert(
    fc.property(situations, fc.double({ min: 0, max: 2, noNaN: true }), ({ mask, clusters, a, b }, share) => {
      const slice = SliceQuestions.of(
        Bitset.where(mask.length, (ordinal) => mask[ordinal] === true),
        { clusters: Int32Array.from(clusters), chance: new Float64Array(mask.length) },
      );
      fc.pre(slice.videos >= 2);
      const [one, two] = [scoreBits(runOf(a)), scoreBits(runOf(b))];
      const whole = pairedError(one, two, slice);
      const enough = share * whole;
      const early = pairedError(one, two, slice, enough);
      if (early === whole) exact += 1;
      else {
        stopped += 1;
        expect(early).toBeGreaterThan(enough);
        expect(whole).toBeGreaterThanOrEqual(early);
      }
    }),
    { numRuns: 1_000 },
  );
  expect(stopped).toBeGreaterThan(50);
  expect(exact).toBeGreaterThan(200);
});
