import { beforeAll, describe, expect, it } from "vitest";
import { abstentionCases } from "./grid-cases.ts";
import { loadGridParts } from "./grid-parts.ts";
import { describeMisreadings, type GridTally, readGrid } from "./grid-reading.ts";

const LEAST_CASES = 7_000;

describe("responses that combine restated options, sentences without an answer, questions and labels", () => {
  const parts = loadGridParts();
  let tally: GridTally;
  beforeAll(() => {
    tally = readGrid(abstentionCases(parts));
  });

  it("include at least 40 non-conclusions and 7,000 responses", () => {
    expect(parts.nonConclusions.length).toBeGreaterThanOrEqual(40);
    expect(tally.total).toBeGreaterThanOrEqual(LEAST_CASES);
  });

  it("are never read as an answer", () => {
    expect(tally.wrong.length, describeMisreadings(tally.wrong)).toBe(0);
  });
});
