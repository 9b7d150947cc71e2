import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isEmpty,
  otherConditions,
  PICKED,
  pickedValues,
  toggleValue,
  withoutDimension,
} from "../../src/dashboard/slices/filter-edit.ts";
import { filterFrom } from "../../src/dashboard/slices/filter-search.ts";
import { filterText } from "../../src/dashboard/slices/filter-text.ts";

describe("a slice, value by value", () => {
  it("adds a value, adds another, and takes both away", () => {
    const one = toggleValue({}, "LEVEL", "REASONING");
    expect(one).toEqual({ levels: ["REASONING"] });
    const two = toggleValue(one, "LEVEL", "PERCEPTION");
    expect(two).toEqual({ levels: ["REASONING", "PERCEPTION"] });
    expect(toggleValue(toggleValue(two, "LEVEL", "REASONING"), "LEVEL", "PERCEPTION")).toEqual({});
  });

  it("keeps the other conditions on audio types", () => {
    const filter = { audioTypes: { none: ["SPEECH" as const] } };
    const picked = toggleValue(filter, "AUDIO_TYPE", "MUSIC");
    expect(picked).toEqual({ audioTypes: { none: ["SPEECH"], any: ["MUSIC"] } });
    expect(withoutDimension(picked, "AUDIO_TYPE")).toEqual(filter);
  });

  it("leaves no empty list, which would match nothing", () => {
    fc.assert(
      fc.property(fc.constantFrom(...PICKED), (dimension) => {
        const value = dimension === "AUDIO_TYPE" ? "MUSIC" : "value";
        const there = toggleValue({ text: "violin" }, dimension, value);
        expect(pickedValues(there, dimension)).toEqual([value]);
        expect(toggleValue(there, dimension, value)).toEqual({ text: "violin" });
      }),
    );
  });

  it("shows the conditions that it has no control for", () => {
    const filter = { levels: ["REASONING" as const], keys: ["a/0"], not: { text: "x" } };
    expect(otherConditions(filter)).toEqual({ keys: ["a/0"], not: { text: "x" } });
    expect(filterText(filter)).toEqual(["levels: reasoning", "keys: a/0", "not: text x"]);
  });
});

describe("a filter in an address", () => {
  it.each([[undefined], [null], ["text"], [3], [[]], [{}], [{ levels: null }]])("%j is no filter", (value) => {
    expect(filterFrom(value)).toBeNull();
  });

  it("is the object itself", () => {
    const filter = { durationSeconds: { gt: 600 } };
    expect(filterFrom(filter)).toEqual(filter);
    expect(isEmpty(filter)).toBe(false);
  });
});
