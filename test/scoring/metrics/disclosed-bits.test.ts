import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bitsOfGain, gainOfBits } from "../../../src/scoring/metrics/count-bits.ts";
import { coarseValue, Ladder, mostBits, riseNeeded, scoreStep } from "../../../src/scoring/metrics/ladder.ts";

const questions = fc.integer({ min: 1, max: 20_000 });
const chance = fc.integer({ min: 2, max: 10 }).map((options) => 1 / options);

describe("the gain over chance that bits allow", () => {
  it("is nothing without bits, and everything if they can name the whole key", () => {
    fc.assert(
      fc.property(questions, chance, (n, p) => {
        expect(gainOfBits(0, n, p)).toBeLessThan(1e-6);
        expect(gainOfBits(n * Math.log2(1 / p), n, p)).toBeCloseTo(1 - p, 9);
        expect(bitsOfGain(1 - p, n, p)).toBeCloseTo(n * Math.log2(1 / p), 6);
      }),
    );
  });

  it("needs 9.2 bits for 5 points of 1,000 four-option questions, and about 3.85 · gain² · n near chance", () => {
    expect(bitsOfGain(0.05, 1_000, 0.25)).toBeCloseTo(9.24, 2);
    expect(bitsOfGain(0.05, 10_000, 0.25)).toBeCloseTo(92.4, 1);
    expect(bitsOfGain(0.001, 1_000_000, 0.25)).toBeCloseTo(3.85, 1);
  });

  it("is the inverse of the bits that a gain needs, never below it, and grows with the bits", () => {
    fc.assert(
      fc.property(questions, chance, fc.double({ min: 0, max: 1, noNaN: true }), (n, p, share) => {
        const gain = share * (1 - p);
        const bits = bitsOfGain(gain, n, p);
        expect(gainOfBits(bits, n, p)).toBeGreaterThanOrEqual(gain - 1e-7);
        expect(bitsOfGain(gainOfBits(bits, n, p), n, p)).toBeCloseTo(bits, 5);
        expect(gainOfBits(bits + 1, n, p)).toBeGreaterThanOrEqual(gainOfBits(bits, n, p));
      }),
    );
  });

  it("is not exceeded by the best code for a short key, which is found by trying all of them", () => {
    // Two questions of two options and one bit: the best of all partitions of the four keys into two sets, each with its best guess.
    const keys = [0, 1, 2, 3];
    const right = (key: number, guess: number): number => 2 - [0, 1].filter((bit) => ((key ^ guess) >> bit) & 1).length;
    const best = (set: readonly number[]): number =>
      Math.max(...keys.map((guess) => set.reduce((sum, key) => sum + right(key, guess), 0)));
    const gains = Array.from({ length: 16 }, (_, partition) => {
      const parts = [0, 1].map((side) => keys.filter((key) => ((partition >> key) & 1) === side));
      return parts.reduce((sum, part) => sum + best(part), 0) / 8 - 0.5;
    });
    expect(Math.max(...gains)).toBe(0.25);
    expect(gainOfBits(1, 2, 0.5)).toBeGreaterThanOrEqual(0.25);
  });
});

describe("the bits that a Ladder counts", () => {
  it("are the lengths of a prefix code: all that a submission could have shown fits into them", () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(share, { maxLength: 60 }), fc.integer({ min: 1, max: 5_000 }), (values, n) => {
        const ladder = new Ladder();
        let best: number | null = null;
        for (const [index, value] of values.entries()) {
          const lowest = best === null ? 0 : best + riseNeeded(index + 1, n);
          const shown = new Set<number>();
          // Dither moves a score by up to half a step.
          for (let exact = lowest + 1e-12; exact <= 1 + scoreStep(n) / 2; exact += scoreStep(n) / 4)
            shown.add(coarseValue(exact, n));
          shown.add(coarseValue(Math.max(lowest, 1 + scoreStep(n) / 2), n));
          const step = ladder.next(value, n);
          const isShown = step.shown === index;
          // With a first score, nothing else could have happened. Later, a bit tells whether a score is shown.
          const needed = isShown ? Math.log2(shown.size) + (best === null ? 0 : 1) : 1;
          expect(step.bits).toBeGreaterThanOrEqual(needed - 1e-9);
          expect(step.bits).toBeLessThanOrEqual(mostBits(n));
          if (isShown) best = coarseValue(value, n);
        }
      }),
    );
  });

  it("are 0 for a submission without a score", () => {
    const ladder = new Ladder();
    expect(ladder.next(Number.NaN, 400)).toEqual({ shown: -1, bits: 0 });
    expect(ladder.next(0.5, 400)).toEqual({ shown: 1, bits: Math.log2(42) });
    expect(ladder.next(0.5, 400)).toEqual({ shown: 1, bits: 1 });
  });
});
