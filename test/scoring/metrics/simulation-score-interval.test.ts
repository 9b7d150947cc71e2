import { beforeAll, describe, expect, it } from "vitest";
import { type Coverage, intervalCoverage, settings } from "./simulated/interval-coverage.ts";
import { simulationError } from "./simulated-benchmark.ts";

const RUNS = 1_000;

/** The most difficult settings of `npm run measure -- intervals`, which makes more runs. */
const binary = settings([5, 20, 150], [1, 5, 20, "uneven"], [0, 0.3, 0.6], [0.2, 0.8, 0.95], false);
const graded = settings([5, 20, 60], [1, 5], [0, 0.6], [0.2, 0.8, 0.95], true);

describe(`over ${RUNS} simulated runs of each setting, scored as the server does`, () => {
  let found: Coverage[] = [];
  beforeAll(() => {
    found = [...binary, ...graded].map((cell, index) => intervalCoverage(cell, RUNS, 100 + index));
  });

  it("the 95 % interval contains the true score in at least 93 %, in every setting", () => {
    const least = 0.93 - simulationError(0.93, RUNS);
    for (const { cell, covered } of found) expect(covered, JSON.stringify(cell)).toBeGreaterThan(least);
  });

  it("the 95 % interval contains the true score in at most 99.5 %, in every setting of scores of 0 and 1", () => {
    const most = 0.995 + simulationError(0.995, RUNS);
    for (const { cell, covered } of found)
      if (!cell.graded) expect(covered, JSON.stringify(cell)).toBeLessThanOrEqual(most);
  });

  it("the 95 % interval contains the true score in less than 97.5 % on average over the settings", () => {
    const shares = found.map(({ covered }) => covered);
    expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeLessThan(0.975);
  });

  it("in some settings, intervals without the rules of `scoreInterval` miss the true score clearly more often", () => {
    expect(Math.min(...found.map(({ plain }) => plain))).toBeLessThan(0.9);
    expect(Math.min(...found.map(({ independent }) => independent))).toBeLessThan(0.6);
  });
});
