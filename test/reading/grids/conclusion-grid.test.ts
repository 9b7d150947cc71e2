import { beforeAll, describe, expect, it } from "vitest";
import { conclusionCases } from "./grid-cases.ts";
import { loadGridParts } from "./grid-parts.ts";
import { describeMisreadings, type GridTally, readGrid } from "./grid-reading.ts";

const LEAST_CASES = 7_000;
const MOST_MISSED = 0.02;

describe("responses that combine restated options, conclusions, questions and labels", () => {
  const parts = loadGridParts();
  let tally: GridTally;
  beforeAll(() => {
    tally = readGrid(conclusionCases(parts));
  });

  it("include at least 20 restatements, 40 conclusions and 7,000 responses", () => {
    expect(parts.restatements.length).toBeGreaterThanOrEqual(20);
    expect(parts.conclusions.length).toBeGreaterThanOrEqual(40);
    expect(tally.total).toBeGreaterThanOrEqual(LEAST_CASES);
  });

  it("are never read as a wrong letter", () => {
    expect(tally.wrong.length, describeMisreadings(tally.wrong)).toBe(0);
  });

  it("are missed in at most 2 %", () => {
    expect(tally.missed.length / tally.total, describeMisreadings(tally.missed)).toBeLessThanOrEqual(MOST_MISSED);
  });
});
