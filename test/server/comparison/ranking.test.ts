import fc from "fast-check";
import { expect, it } from "vitest";
import { rankByValue } from "../../../src/server/services/comparison/ranking.ts";

it("ranks as a stable sort does, equal values alike, and leaves out what has no value", () => {
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
