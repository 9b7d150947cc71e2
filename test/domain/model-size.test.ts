import { describe, expect, it } from "vitest";
import { modelSize, sizeRemark } from "../../src/domain/model-size.ts";

describe("the size of a model", () => {
  it.each([
    ["7B", 7e9],
    [" 0.5 b ", 5e8],
    ["350M", 35e7],
    ["30B-A3B", 30e9],
    ["1T", 1e12],
  ])("is read: %s", (text, count) => {
    expect(modelSize(text)).toBe(count);
    expect(sizeRemark(text)).toBeNull();
  });

  it.each([
    ["7,6B", "7.6B"],
    ["7.6 billion", "7.6B"],
    ["7 billion parameters", "7B"],
    ["20 thousand", "20K"],
    ["7e9", "7B"],
    ["7600000000", "7.6B"],
    ["7000", "7K"],
    ["7", "7B"],
  ])("has a remark with the size that was meant: %s", (text, meant) => {
    expect(modelSize(text)).toBeNull();
    expect(sizeRemark(text)).toBe(
      `The size '${text}' cannot be read as a number of parameters, so filters by size leave the model out. Expected the total, such as 350M, 7B or 30B-A3B. Did you mean ${meant}?`,
    );
  });

  it.each(["8x7B", "8 x 7B", "7Bx4", "seven", "0B", "0"])("has a remark without a guess: %s", (text) => {
    expect(modelSize(text)).toBeNull();
    expect(sizeRemark(text)).toMatch(/ such as 350M, 7B or 30B-A3B\.$/);
  });

  it("has no remark if it is absent", () => expect(sizeRemark(" ")).toBeNull());
});
