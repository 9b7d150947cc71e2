import { setTimeout as pause } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";
import { startSteps } from "../../src/cli/output/steps.ts";

/** The texts that are written to a stream, step by step. */
async function written(isTTY: boolean): Promise<string[]> {
  const texts: string[] = [];
  const steps = startSteps({ isTTY, write: (text) => texts.push(text) });
  steps.begin("one");
  await pause(250);
  steps.begin("two");
  steps.end();
  steps.end();
  const count = texts.length;
  await pause(150);
  expect(texts).toHaveLength(count);
  return texts;
}

it("a step is printed as one line without a terminal", async () => {
  expect(await written(false)).toEqual(["omnidex: one …\n", "omnidex: two …\n"]);
});

it("a step shows its elapsed time in one line on a terminal", async () => {
  const texts = await written(true);
  const lines = stripVTControlCharacters(texts.join("")).split("\n");
  const shown = lines[0]?.split("\r").slice(1) ?? [];
  expect(shown.length).toBeGreaterThanOrEqual(3);
  expect(shown[0]).toBe("one … 0.0 s");
  expect(Number(/(\d\.\d) s$/.exec(shown.at(-1) ?? "")?.[1])).toBeGreaterThanOrEqual(0.2);
  expect(lines.slice(1)).toEqual([expect.stringMatching(/^\rtwo … 0\.0 s(\rtwo … 0\.\d s)?$/), ""]);
});
