import { describe, expect, it } from "vitest";
import { sourcedLevel } from "../../src/domain/averages-text.ts";
import { closedLabels, compareKeys, dimensionLabel } from "../../src/domain/dimension-labels.ts";
import { DURATION_BUCKETS } from "../../src/domain/duration-buckets.ts";
import { ANSWER_FORMATS, type LevelSource } from "../../src/domain/vocabulary.ts";

describe("the labels of dimensions", () => {
  it("are Omnidex's for closed dimensions, and the benchmark's own for all others", () => {
    expect(dimensionLabel("ANSWER_FORMAT", "FRAME_BOXES", "boxes")).toBe("Frame boxes");
    expect(dimensionLabel("AUDIO_TYPE", "MUSIC", "music!")).toBe("Music");
    expect(dimensionLabel("TASK", "FRAME_BOXES", "boxes")).toBe("boxes");
    expect(dimensionLabel("ANSWER_FORMAT", "UNKNOWN_KEY", "native")).toBe("native");
  });

  it("say if Omnidex, and not the benchmark, has assigned a level", () => {
    const label = (...sources: LevelSource[]) => dimensionLabel("LEVEL", "REASONING", "REASONING", new Set(sources));
    expect([label(), label("PAPER")]).toEqual(["Reasoning", "Reasoning"]);
    expect(label("CURATED")).toBe("Reasoning (assigned by Omnidex)");
    expect(label("CURATED", "PAPER")).toBe("Reasoning (partly assigned by Omnidex)");
    expect(sourcedLevel("REASONING", "PAPER", false)).toBe("reasoning");
    expect(sourcedLevel("REASONING", "CURATED", false)).toBe("reasoning (assigned by Omnidex)");
    expect(sourcedLevel("REASONING", "CURATED", true)).toBe("reasoning");
  });

  it("are listed in the order of the dimension", () => {
    expect(closedLabels("ANSWER_FORMAT").map(([key]) => key)).toEqual([...ANSWER_FORMATS]);
    expect(closedLabels("DURATION")).toEqual(DURATION_BUCKETS.map(({ key, label }) => [key, label]));
    expect(closedLabels("TASK")).toEqual([]);
  });
});

describe("the order of keys", () => {
  it("is that of the vocabulary for closed dimensions", () => {
    const shuffled = ANSWER_FORMATS.toSorted();
    expect(shuffled.toSorted((a, b) => compareKeys("ANSWER_FORMAT", a, b))).toEqual([...ANSWER_FORMATS]);
  });

  it("is by number for keys with numbers: '<8' comes just before 8 and '>8' just after it, and words come last", () => {
    const keys = ["unknown", ">8min", "8min", "<1min", "1-2min", "10", "2.5", "< 8min", "about"];
    expect(keys.toSorted((a, b) => compareKeys("DURATION_LABEL", a, b))).toEqual([
      "<1min",
      "1-2min",
      "2.5",
      "< 8min",
      "8min",
      ">8min",
      "10",
      "about",
      "unknown",
    ]);
    expect(["10", "9", "2"].toSorted((a, b) => compareKeys("STEP_COUNT", a, b))).toEqual(["2", "9", "10"]);
    expect(["10", "9", "2"].toSorted((a, b) => compareKeys("AUDIO_STEP_COUNT", a, b))).toEqual(["2", "9", "10"]);
    expect(["10", "9", "2"].toSorted((a, b) => compareKeys("VISION_STEP_COUNT", a, b))).toEqual(["2", "9", "10"]);
  });

  it("is by code unit for all other dimensions, and equal keys are equal", () => {
    expect(["b", "10", "B", "9", "é"].toSorted((a, b) => compareKeys("TASK", a, b))).toEqual([
      "10",
      "9",
      "B",
      "b",
      "é",
    ]);
    for (const dimension of ["TASK", "STEP_COUNT", "LEVEL"] as const) expect(compareKeys(dimension, "3", "3")).toBe(0);
    expect(compareKeys("TASK", "a", "b")).toBe(-1);
    expect(compareKeys("TASK", "b", "a")).toBe(1);
  });
});
