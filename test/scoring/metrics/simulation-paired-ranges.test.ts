import { describe, expect, it } from "vitest";
import { boardCoverage } from "./simulated/simulated-boards.ts";
import { simulationError } from "./simulated-benchmark.ts";

const BOARDS = 120;
const LEAST = 0.95 - simulationError(0.95, BOARDS);

describe("rank ranges of simulated runs with the same questions", () => {
  it.each([
    { models: 12, videos: 60, perVideo: 5, range: 2 },
    { models: 40, videos: 200, perVideo: 5, range: 2 },
  ])("contain the true rank and are narrower than for independent runs: %j", (setting) => {
    const { covered, narrower } = boardCoverage(setting, BOARDS, 3);
    expect(covered).toBeGreaterThan(LEAST);
    expect(narrower).toBeGreaterThan(1.35);
  });

  it("contain the true rank if the models are almost equal", () => {
    const { covered, width } = boardCoverage({ models: 20, videos: 20, perVideo: 5, range: 1e-6 }, BOARDS, 5);
    expect(covered).toBeGreaterThan(LEAST);
    expect(width).toBeGreaterThan(19);
  });
});
