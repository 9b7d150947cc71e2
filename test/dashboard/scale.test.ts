import fc from "fast-check";
import { expect, it } from "vitest";
import { differenceScale, shareScale } from "../../src/dashboard/figures/scale.ts";

const share = fc.double({ min: 0, max: 1, noNaN: true });

it("an axis contains all of its values and stays within 0 to 100 %", () => {
  fc.assert(
    fc.property(fc.array(share), (values) => {
      const scale = shareScale(values);
      expect(scale.lower).toBeLessThan(scale.upper);
      expect(scale.lower).toBeGreaterThanOrEqual(0);
      expect(scale.upper).toBeLessThanOrEqual(1);
      for (const value of values) {
        expect(scale.at(value)).toBeGreaterThanOrEqual(-1e-9);
        expect(scale.at(value)).toBeLessThanOrEqual(100 + 1e-9);
      }
      expect(scale.ticks.length).toBeGreaterThan(1);
    }),
  );
});

it("an axis of differences has zero in the middle", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(share, share)), (pairs) => {
      const intervals = pairs.map(([a, b]) => ({ lower: -Math.max(a, b), upper: Math.min(a, b) }));
      const scale = differenceScale(intervals);
      expect(scale.at(0)).toBeCloseTo(50, 9);
      for (const { lower, upper } of intervals) {
        expect(scale.at(lower)).toBeGreaterThanOrEqual(-1e-9);
        expect(scale.at(upper)).toBeLessThanOrEqual(100 + 1e-9);
      }
    }),
  );
});
