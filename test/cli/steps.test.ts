import { stripVTControlCharacters } from "node:util";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startSteps } from "../../src/cli/serve.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The texts that are written to a stream in two steps: one of 250 ms, and one that ends at once. */
function written(isTTY: boolean): string[] {
  const texts: string[] = [];
  const steps = startSteps({ isTTY, write: (text) => texts.push(text) });
  steps.begin("one");
  vi.advanceTimersByTime(250);
  steps.begin("two");
  steps.end();
  steps.end();
  const count = texts.length;
  vi.advanceTimersByTime(1_000);
  expect(texts).toHaveLength(count);
  return texts;
}

it("a step is printed as one line without a terminal", () => {
  expect(written(false)).toEqual(["omnidex: one …\n", "omnidex: two …\n"]);
});

it("a step shows its elapsed time in one line on a terminal", () => {
  const lines = stripVTControlCharacters(written(true).join("")).split("\n");
  expect(lines).toEqual(["\rone … 0.0 s\rone … 0.1 s\rone … 0.2 s\rone … 0.3 s", "\rtwo … 0.0 s\rtwo … 0.0 s", ""]);
});
