import { describe, expect, it } from "vitest";
import { described, loadClass, OPTION_CLASSES, readClass } from "./option-class-grid.ts";

/** Most classes are missed nowhere. The limit allows the corrections, of which every phrasing has its own words. */
const MOST_MISSED = 0.25;

describe.each(OPTION_CLASSES)("texts of the class %s", (name) => {
  const grid = loadClass(name);

  it("have at least 20 phrasings", () => {
    const phrasings = [...grid.phrasings, ...grid.heldOut].map(({ text }) => text);
    expect(new Set(phrasings).size).toBeGreaterThanOrEqual(20);
  });

  it.each(["phrasings", "heldOut"] as const)("are never read as a wrong label, and rarely missed: %s", (part) => {
    const { total, wrong, missed } = readClass(grid, part);
    expect(total).toBeGreaterThan(0);
    expect(wrong.length, described(wrong)).toBe(0);
    expect(missed.length / total, described(missed)).toBeLessThanOrEqual(MOST_MISSED);
  });
});
