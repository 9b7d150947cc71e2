import { describe, expect, it } from "vitest";
import { FenseScores } from "../../../src/server/runs/captions/fense-scores.ts";
import { fakeModels } from "./fake-models.ts";

describe("FenseScores", () => {
  it("returns the mean similarity, divided by ten for a faulty caption", async () => {
    const scores = new FenseScores(fakeModels().models);
    const references = ["a1", "b1"];
    await scores.prepare(["a", "a then", "c"].map((caption) => ({ caption, references })));
    expect(scores.score("a", references)).toBeCloseTo(0.5, 12);
    expect(scores.score("a then", references)).toBeCloseTo(0.05, 12);
    expect(scores.score("c", references)).toBe(0);
  });

  it("sends each text to the models once, and never again", async () => {
    const { models, embedded, checked } = fakeModels();
    const scores = new FenseScores(models);
    const pairs = [
      { caption: "a", references: ["a1", "a2"] },
      { caption: "a", references: ["b1", "a1"] },
      { caption: "b", references: ["a1", "a2"] },
    ];
    await scores.prepare([...pairs, ...pairs]);
    expect(embedded.toSorted()).toEqual(["a", "a1", "a2", "b", "b1"]);
    expect(checked).toEqual(["a", "b"]);
    await scores.prepare(pairs);
    await scores.prepare([{ caption: "c", references: ["a1", "a2"] }]);
    expect(embedded.slice(5)).toEqual(["c"]);
    expect(checked.slice(2)).toEqual(["c"]);
  });

  it("keeps what is known of hidden references from others, and the reverse", async () => {
    const { models, embedded } = fakeModels();
    const scores = new FenseScores(models);
    const pairs = [{ caption: "a", references: ["a1"] }];
    for (const scope of [null, "release 1", "release 2", null, "release 1"]) await scores.within(scope).prepare(pairs);
    expect(embedded).toEqual(["a", "a1", "a", "a1", "a", "a1"]);
    expect(scores.within("release 1").score("a", ["a1"])).toBe(scores.score("a", ["a1"]));
    await scores.prepare([{ caption: "release 1a", references: ["release 1a1"] }]);
    expect(embedded.slice(6)).toEqual(["release 1a", "release 1a1"]);
  });

  it("refuses to score a caption that was not prepared", () => {
    expect(() => new FenseScores(fakeModels().models).score("a", ["b"])).toThrow("before it was prepared");
  });
});
