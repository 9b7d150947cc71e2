import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byCategory, withPicked } from "../../src/dashboard/slices/facet-group.tsx";
import {
  audioValues,
  filterFrom,
  isEmpty,
  otherConditions,
  PICKED,
  pickedValues,
  toggleValue,
  withAudio,
  withoutDimension,
} from "../../src/dashboard/slices/filter-edit.ts";
import { QUESTION_FLAG_NAMES } from "../../src/domain/question-flags.ts";
import { filterText } from "../../src/domain/slice/filter-text.ts";

describe("a slice that is edited value by value", () => {
  it("gains and loses one value at a time", () => {
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

  it("gains and loses types in each list of audio types", () => {
    const none = withAudio({ audioTypes: { any: ["MUSIC"] } }, "none", ["SPEECH"]);
    expect(none).toEqual({ audioTypes: { any: ["MUSIC"], none: ["SPEECH"] } });
    expect(audioValues(none, "none")).toEqual(["SPEECH"]);
    expect(withAudio(withAudio(none, "any", []), "none", [])).toEqual({});
  });

  it("has a control for each flag of a question", () => {
    for (const flag of QUESTION_FLAG_NAMES) expect(otherConditions({ [flag]: true })).toEqual({});
  });

  it("contains no empty list, which would match nothing", () => {
    fc.assert(
      fc.property(fc.constantFrom(...PICKED), (dimension) => {
        const value = dimension === "AUDIO_TYPE" ? "MUSIC" : "value";
        const there = toggleValue({ text: "violin" }, dimension, value);
        expect(pickedValues(there, dimension)).toEqual([value]);
        expect(toggleValue(there, dimension, value)).toEqual({ text: "violin" });
      }),
    );
  });

  it("shows the conditions without a control", () => {
    const filter = { levels: ["REASONING" as const], keys: ["a/0"], not: { text: "x" } };
    expect(otherConditions(filter)).toEqual({ keys: ["a/0"], not: { text: "x" } });
    expect(filterText(filter)).toEqual(["levels: reasoning", "keys: a/0", "not: text x"]);
  });
});

describe("the tree of categories", () => {
  const value = (key: string, questions: number) => ({ key, label: key, questions });
  it("lists each category before its subcategories", () => {
    const tree = byCategory([value("film", 3), value("film-tv", 2)], [value("film-tv/news", 2), value("film/noir", 3)]);
    expect(tree.map(({ key, depth }) => [key, depth])).toEqual([
      ["film", 0],
      ["film/noir", 1],
      ["film-tv", 0],
      ["film-tv/news", 1],
    ]);
  });

  it("can be flat", () => {
    expect(byCategory([value("vlog", 3), value("news", 2)], []).map(({ key }) => key)).toEqual(["vlog", "news"]);
  });

  it("keeps a chosen value that no question has", () => {
    expect(withPicked([], ["news"])).toEqual([{ key: "news", label: "news", questions: 0, depth: 0 }]);
  });
});

describe("a filter in an address", () => {
  it.each([[undefined], [null], ["text"], [3], [[]], [{}], [{ levels: null }]])("is ignored if it is %j", (value) => {
    expect(filterFrom(value)).toBeNull();
  });

  it("is read as the same object", () => {
    const filter = { durationSeconds: { gt: 600 } };
    expect(filterFrom(filter)).toEqual(filter);
    expect(isEmpty(filter)).toBe(false);
  });
});
