import { describe, expect, it } from "vitest";
import { PICKED } from "../../src/dashboard/slices/filter-edit.ts";
import { conditionCount, flagConditions, ownConditions, sameProps } from "../../src/dashboard/slices/slice-facets.ts";
import type { QuestionFilter } from "../../src/sdk/index.ts";

const FILTER: QuestionFilter = {
  levels: ["REASONING"],
  audioTypes: { any: ["MUSIC"], none: ["SPEECH"] },
  durationSeconds: { gte: 60 },
  durationBuckets: ["LONG"],
  categories: ["film-tv/news"],
  requiresAudio: false,
  text: "violin",
};

describe("the conditions of a group", () => {
  it("are those of its dimension", () => {
    expect(ownConditions(FILTER, "LEVEL")).toEqual({ levels: ["REASONING"] });
    expect(ownConditions(FILTER, "AUDIO_TYPE")).toEqual({ audioTypes: FILTER.audioTypes });
    expect(ownConditions(FILTER, "DURATION")).toEqual({ durationBuckets: ["LONG"], durationSeconds: { gte: 60 } });
    expect(ownConditions(FILTER, "CATEGORY")).toEqual({ categories: ["film-tv/news"] });
    expect(ownConditions(FILTER, "TASK")).toEqual({});
    expect(flagConditions(FILTER)).toEqual({ requiresAudio: false });
  });

  it("count as many values as the whole filter's for the dimension", () => {
    for (const dimension of PICKED)
      expect(conditionCount(ownConditions(FILTER, dimension), dimension)).toBe(conditionCount(FILTER, dimension));
    expect(["AUDIO_TYPE", "DURATION", "TASK"].map((one) => conditionCount(FILTER, one as "TASK"))).toEqual([2, 2, 0]);
  });

  it("are compared by content, and other props by identity", () => {
    const values = [1];
    const props = (own: QuestionFilter, other: unknown = values) => ({ own, other });
    expect(sameProps(props({ levels: ["REASONING"] }), props({ levels: ["REASONING"] }))).toBe(true);
    expect(sameProps(props({ levels: ["REASONING"] }), props({ levels: ["UNDERSTANDING"] }))).toBe(false);
    expect(sameProps(props({}), props({}, [1]))).toBe(false);
  });
});
