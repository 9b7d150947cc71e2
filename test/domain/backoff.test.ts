import { expect, it } from "vitest";
import { backoff } from "../../src/domain/backoff.ts";

const PAUSES = { first: 250, longest: 8_000 };

it("the pause before a repetition doubles up to a limit, and half of each pause is random", () => {
  expect([0, 1, 2, 10].map((repeats) => backoff(repeats, PAUSES, () => 1))).toEqual([250, 500, 1_000, 8_000]);
  expect(backoff(2, PAUSES, () => 0)).toBe(500);
});
