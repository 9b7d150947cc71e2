import fc from "fast-check";
import { expect, it } from "vitest";
import { rankByValue } from "../../../src/server/boards/ranking.ts";

it("rankByValue sorts stably, gives equal values one rank, and leaves out entries without a value", () => {
  const values = fc.array(
    fc.oneof(fc.constantFrom(0, 0.25, 0.5, 1, Number.NaN), fc.double({ min: 0, max: 1, noNaN: true })),
  );
  fc.assert(
    fc.property(values, (given) => {
      const items = given.flatMap((value, item) => (Number.isNaN(value) ? [] : [{ value, item }]));
      const sorted = items.toSorted((a, b) => b.value - a.value || a.item - b.item);
      const { order, ranks } = rankByValue(Float64Array.from(given));
      expect(Array.from(order)).toEqual(sorted.map(({ item }) => item));
      expect(Array.from(ranks)).toEqual(
        sorted.map(({ value }) => 1 + items.filter((other) => other.value > value).length),
      );
    }),
  );
});

it("rankByValue ranks shares with a known denominator like any other values", () => {
  const boards = fc.integer({ min: 1, max: 30_000 }).chain((wholes) =>
    fc.record({
      wholes: fc.constant(wholes),
      right: fc.array(fc.oneof(fc.integer({ min: 0, max: wholes }), fc.constant(Number.NaN))),
    }),
  );
  fc.assert(
    fc.property(boards, ({ wholes, right }) => {
      const values = Float64Array.from(right, (count) => count / wholes);
      expect(rankByValue(values, wholes)).toEqual(rankByValue(values));
    }),
  );
});
