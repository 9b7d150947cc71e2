import { describe, expect, it } from "vitest";
import { verdict } from "../../src/dashboard/views/compare/verdict.ts";
import {
  decimals,
  differenceTexts,
  intervalText,
  percent,
  points,
  pText,
  scoreText,
  signedPoints,
} from "../../src/domain/figures-text.ts";
import { counted } from "../../src/domain/texts.ts";

describe("the printing of figures", () => {
  // By the rule of the Particle Data Group, an error of 1.9 points keeps two digits, and an error of 4.6 points keeps one.
  it.each([
    [0.002, 1],
    [0.019, 1],
    [0.0354, 1],
    [0.0355, 0],
    [0.046, 0],
    [0.11, 0],
  ])("depends on the standard error: %f gives %i decimals", (error, expected) => {
    expect(decimals(error)).toBe(expected);
  });

  it("rounds a score and its interval to the same digit", () => {
    const score = { standardError: 0.078, interval: { lower: 0.53912, upper: 0.807, level: 0.95 } };
    expect([percent(0.6889, score.standardError), intervalText(score)]).toEqual(["69", "54–81"]);
    expect(percent(0.75)).toBe("75.0");
  });

  it("takes its decimals from the interval if all answers are right or all are wrong", () => {
    const all = { value: 1, standardError: 0, interval: { lower: 0.439, upper: 1 } };
    expect([scoreText(all), intervalText(all)]).toEqual(["100", "44–100"]);
    const none = { value: 0, standardError: 0, interval: { lower: 0, upper: 0.004 } };
    expect([scoreText(none), intervalText(none)]).toEqual(["0.0", "0.0–0.4"]);
  });

  it("writes a difference and its interval with the same digits", () => {
    const narrow = { difference: -0.0316, interval: { lower: -0.0602, upper: -0.0041 } };
    expect(differenceTexts(narrow)).toEqual({ value: "−3.2", range: "−6.0 to −0.4" });
    // The interval is 30 points wide, so the standard error is 7.7 points.
    const wide = { difference: 0.124, interval: { lower: -0.026, upper: 0.274 } };
    expect(differenceTexts(wide)).toEqual({ value: "+12", range: "−3 to +27" });
  });

  it("gives every difference a sign, unless it rounds to zero", () => {
    expect([signedPoints(0.0123), signedPoints(-0.0123, 0.05), signedPoints(0.0004)]).toEqual(["+1.2", "−1", "0.0"]);
    expect(signedPoints(-0.004, 0.05)).toBe("0");
  });

  it("writes a count with its noun", () => {
    expect([counted(1, "question"), counted(12032, "question")]).toEqual(["1 question", "12,032 questions"]);
  });
});

describe("the verdict of a comparison", () => {
  const interval = { lower: 0.004, upper: 0.06, level: 0.95 };
  const base = {
    n: 1000,
    onlyA: 120,
    onlyB: 88,
    difference: 0.032,
    interval,
    adjustedInterval: interval,
    minimumDetectableDifference: 0.041,
  };

  it("names the better of two runs", () => {
    expect(verdict({ ...base, adjustedPValue: 0.0263 }, "Ours", "Theirs")).toBe(
      "Ours is 3.2 points better than Theirs (95 % interval +0.4 to +6.0, p = .026, 1,000 questions). " +
        "Only Ours is right on 120, only Theirs on 88.",
    );
    expect(verdict({ ...base, difference: -0.032, adjustedPValue: 0.0001 }, "Ours", "Theirs")).toContain(
      "3.2 points worse",
    );
  });

  it("isolates a name that is written from right to left", () => {
    const text = verdict({ ...base, adjustedPValue: 0.001 }, "\u202Egnp", "Theirs");
    expect(text).toMatch(/^\u2068\u202Egnp\u2069 is 3.2 points better than Theirs /);
  });

  it("states the smallest detectable difference if the runs cannot be told apart", () => {
    expect(verdict({ ...base, adjustedPValue: 0.21 }, "A", "B")).toContain(
      "A and B cannot be told apart: a difference of +3.2 points",
    );
    expect(verdict({ ...base, adjustedPValue: 0.21 }, "A", "B")).toContain("A true difference of 4.1 points or more");
    const few = { ...base, adjustedPValue: 1, minimumDetectableDifference: 1 };
    expect(verdict(few, "A", "B")).toContain("too few videos");
    expect(verdict({ ...base, n: 0, adjustedPValue: 1 }, "A", "B")).toBe("A and B have no question in common.");
  });

  it.each([
    [0.0004, "p < .001"],
    [0.026, "p = .026"],
    [0.21, "p = .21"],
    [0.998, "p > .99"],
    [1, "p > .99"],
  ])("writes a p-value of %f as %s", (p, expected) => {
    expect(pText(p)).toBe(expected);
  });

  it("uses the p-value corrected for the whole table", () => {
    const corrected = { ...base, adjustedPValue: 0.06 };
    expect(verdict(corrected, "A", "B")).toContain("A and B cannot be told apart");
    expect(verdict(corrected, "A", "B")).toContain("p = .060");
  });

  it("gives no sign to a number that rounds to zero", () => {
    expect([points(-0.0001), points(-0.012), points(0.5)]).toEqual(["0.0", "−1.2", "50.0"]);
  });
});
