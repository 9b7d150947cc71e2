import { describe, expect, it } from "vitest";
import { cider, rougeL } from "../../../src/scoring/metrics/caption-overlap.ts";

describe("rougeL", () => {
  it.each([
    ["police killed the gunman", ["police kill the gunman"], 0.75],
    ["the gunman kill police", ["police kill the gunman"], 0.5],
    ["a b c", ["x y z"], 0],
    ["A dog!", ["a dog", "a cat"], 1],
    ["", ["a dog"], 0],
    ["a dog", [""], 0],
  ])("of %j with the references %j is %f", (candidate, references, expected) => {
    expect(rougeL(candidate, references)).toBeCloseTo(expected, 10);
  });
});

describe("cider", () => {
  const references = [
    ["a dog barks at the old door"],
    ["a cat sleeps on the warm roof"],
    ["rain falls on a quiet street"],
  ];
  it("is 10 for the reference and 0 for a caption of another item", () => {
    const scores = cider(["a dog barks at the old door", "rain drums loudly", "snow"], references);
    expect(scores[0]).toBeCloseTo(10, 10);
    expect(scores[1]).toBe(0);
    expect(scores[2]).toBe(0);
  });

  it("gives no weight to words that occur in every item", () => {
    expect(cider(["a", "a", "a"], references)).toEqual([0, 0, 0]);
  });

  it("accepts an empty list", () => expect(cider([], [])).toEqual([]));
});
