import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  BINS,
  durationRange,
  durationText,
  EDGES,
  edgesOf,
  rangeBetween,
  rangeText,
  readDuration,
  withRange,
} from "../../src/dashboard/slices/duration-brush.tsx";

describe("a typed duration", () => {
  it.each([
    ["90", 90],
    ["90 s", 90],
    ["90 sec", 90],
    ["1.5 min", 90],
    ["1,5m", 90],
    ["2 minutes", 120],
    ["1:30", 90],
    ["1:02:05", 3725],
    ["2h", 7200],
    ["1 hour", 3600],
    ["  ", null],
  ])("%j is %j seconds", (text, seconds) => {
    expect(readDuration(text)).toBe(seconds);
  });

  it.each(["long", "-3", "1:75", "1:2:3:4", "5 days", "1e3", "Infinity"])("%j is not a duration", (text) => {
    expect(readDuration(text)).toBeUndefined();
  });

  it("is read back from its own text", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (seconds) => {
        expect(readDuration(durationText(seconds))).toBe(seconds);
      }),
    );
  });
});

describe("the brush for durations", () => {
  const edge = fc.integer({ min: 0, max: EDGES.length });

  it("draws the range between two edges at those edges", () => {
    fc.assert(
      fc.property(edge, edge, (a, b) => {
        fc.pre(a !== b);
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        expect(edgesOf(rangeBetween(from, to))).toEqual([from, to]);
      }),
    );
  });

  it("makes every range at least one bar wide", () => {
    const bound = fc.option(fc.double({ min: 0, max: 10_000, noNaN: true }));
    fc.assert(
      fc.property(bound, bound, (lower, upper) => {
        const [from, to] = edgesOf({ lower, upper });
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeGreaterThan(from);
        expect(to).toBeLessThanOrEqual(EDGES.length);
      }),
    );
  });

  it("sets and removes the condition, and reads other spellings of it", () => {
    const filter = { levels: ["REASONING" as const] };
    const narrowed = withRange(filter, { lower: 60, upper: 300 });
    expect(narrowed).toEqual({ ...filter, durationSeconds: { gte: 60, lt: 300 } });
    expect(withRange(narrowed, { lower: null, upper: null })).toEqual(filter);
    expect(durationRange({ durationSeconds: { gt: 600, lte: 900 } })).toEqual({ lower: 600, upper: 900 });
    expect([rangeText(rangeBetween(0, EDGES.length)), rangeText({ lower: null, upper: 90 })]).toEqual([
      "any duration",
      "shorter than 1:30",
    ]);
  });

  it("has adjoining bars, and the API's buckets begin and end at edges of bars", () => {
    for (const [place, { upper }] of BINS.slice(0, -1).entries()) expect(upper).toBe(BINS[place + 1]?.lower);
    expect(EDGES).toEqual(expect.arrayContaining([0, 60, 300, 600]));
  });
});
