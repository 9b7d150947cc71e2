import { describe, expect, it } from "vitest";
import { bar, differenceBar, intervalBar } from "../../src/cli/output/figures.ts";

describe("bar", () => {
  it("is as long as the share, to an eighth of a character", () => {
    expect([0, 1 / 64, 1 / 8, 0.5, 0.99, 1].map((share) => bar(share, 8))).toEqual([
      "",
      "▏",
      "█",
      "████",
      "███████▉",
      "████████",
    ]);
  });

  it("fits its width for any share", () => {
    expect(bar(-0.2, 4)).toBe("");
    expect(bar(1.7, 4)).toBe("████");
  });
});

describe("intervalBar", () => {
  const interval = { lower: 0.3, upper: 0.7 };

  it("shows the value within its interval", () => {
    expect(intervalBar(0.5, interval, 11)).toBe("···━━●━━···");
  });

  it.each([
    [0.1, "·|·━━●━━···"],
    [0.4, "···━|●━━···"],
    [1, "···━━●━━··|"],
    [0, "|··━━●━━···"],
  ])("marks chance at %s, inside or outside the interval", (chance, text) => {
    expect(intervalBar(0.5, interval, 11, chance)).toBe(text);
  });

  it("shows the value if chance equals it", () => {
    expect(intervalBar(0.5, interval, 11, 0.5)).toBe("···━━●━━···");
  });

  it("fills the line if nothing is known", () => {
    expect(intervalBar(1, { lower: 0, upper: 1 }, 5)).toBe("━━━━●");
  });
});

describe("differenceBar", () => {
  it("has its mark in the middle, and cuts off values beyond the span", () => {
    expect(differenceBar(0.1, { lower: -0.1, upper: 0.3 }, 9, 0.4)).toBe("···━|●━━·");
    expect(differenceBar(-0.3, { lower: -0.9, upper: -0.1 }, 9, 0.4)).toBe("━●━━|····");
  });
});
