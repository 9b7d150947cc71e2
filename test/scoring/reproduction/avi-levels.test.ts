import { describe, expect, it } from "vitest";
import { taxonomyOf } from "../../../src/domain/taxonomy.ts";
import {
  aviLevels,
  bottleneckGap,
  domainAdaptive,
  headroom,
  modalityAdaptive,
  modalityGap,
} from "../../../src/scoring/metrics/avi-levels.ts";

const TASKS = taxonomyOf("avi-bench").tasks;

function scores(of: (id: string) => number | null): Map<string, number> {
  return new Map(
    TASKS.flatMap(({ id }) => {
      const score = id === null ? null : of(id);
      return id === null || score === null ? [] : [[id, score] as const];
    }),
  );
}

const all = (score: number): Map<string, number> => scores(() => score);
const without = (missing: string): Map<string, number> => scores((id) => (id === missing ? null : 0.5));

describe("AVI-Bench's equation", () => {
  it.each([
    ["A", 0.9, 0.9, 0],
    ["B", 0.2, 0.2, 0],
    ["C", 0.9, 0.7, 0.25],
    ["D", 0.3, 0.1, 1],
    ["E", 0.1, 0.3, 1],
  ])("2 gives the gap that Table 14 prints for model %s", (_, audio, visual, gap) => {
    expect(modalityGap(audio, visual)).toBeCloseTo(gap, 10);
  });

  it("2 and 3: a model with no right answer has the largest gap, and one modality alone earns nothing", () => {
    expect(modalityGap(0, 0)).toBe(2);
    expect(modalityAdaptive(0.5, 0, 1)).toBe(0);
  });

  it("4: chance is 0, a perfect score is 1, and no score is below 0", () => {
    expect([headroom(0.25, 0.25), headroom(1, 0.25), headroom(0.1, 0.25), headroom(0.4, 0)]).toEqual([0, 1, 0, 0.4]);
  });

  it("5: reasoning is a bottleneck only if it is ahead of its weaker prerequisite", () => {
    expect([bottleneckGap(0.5, 0.4, 0.4), bottleneckGap(0.5, 0.2, 0.4), bottleneckGap(0, 0, 0)]).toEqual([0, 0.5, 0]);
  });

  it("7: the level is the harmonic mean, and 0 without values", () => {
    expect([domainAdaptive(0.5, 0.5), domainAdaptive(0.6, 0.3), domainAdaptive(1, 0), domainAdaptive(0, 0)]).toEqual([
      0.5,
      expect.closeTo(0.4, 10),
      0,
      0,
    ]);
  });
});

describe("aviLevels", () => {
  it("is 1 throughout for a perfect model, and 0 for a model with no right answer", () => {
    expect(aviLevels(all(1))).toEqual({
      stages: { PERCEPTION: 1, UNDERSTANDING: 1, REASONING: 1, SENSATION: 1 },
      overall: 1,
      levels: [1, 1, 1, 1],
    });
    expect(aviLevels(all(0)).levels).toEqual([0, 0, 0, 0]);
  });

  it("is null without scores", () => {
    expect(aviLevels(new Map())).toEqual({
      stages: { PERCEPTION: null, UNDERSTANDING: null, REASONING: null, SENSATION: null },
      overall: null,
      levels: [null, null, null, null],
    });
  });

  it("keeps levels 1 to 3 without a task of the unfamiliar domain", () => {
    const { stages, overall, levels } = aviLevels(without("AVSQA"));
    expect(stages.SENSATION).toBeNull();
    expect(overall).toBeNull();
    expect(levels.map((level) => level === null)).toEqual([false, false, false, true]);
  });

  it.each(TASKS.filter((task) => task.level !== "SENSATION").map((task) => task.id ?? ""))(
    "has no levels without %s, but keeps the other stages",
    (id) => {
      const { stages, levels } = aviLevels(without(id));
      expect(levels).toEqual([null, null, null, null]);
      expect(Object.values(stages).filter((stage) => stage === null)).toHaveLength(1);
    },
  );

  it("ignores names that are not tasks", () => {
    expect(aviLevels(all(0.5).set("CALVIN", 1))).toEqual(aviLevels(all(0.5)));
  });
});
