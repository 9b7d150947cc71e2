import { describe, expect, it } from "vitest";
import { boardCoverage } from "./simulated/simulated-boards.ts";
import { simulationError } from "./simulated-benchmark.ts";

const BOARDS = 120;
const LEAST = 0.95 - simulationError(0.95, BOARDS);

describe("rank ranges of simulated runs that are asked the same questions", () => {
  it.each([
    { models: 12, videos: 60, perVideo: 5, range: 2 },
    { models: 40, videos: 200, perVideo: 5, range: 2 },
  ])("hold the true rank and are narrower than those of independent runs: %j", (setting) => {
    const { covered, narrower } = boardCoverage(setting, BOARDS, 3);
    expect(covered).toBeGreaterThan(LEAST);
    expect(narrower).toBeGreaterThan(1.35);
  });

  it("hold the true rank where the models are all but equal", () => {
    const { covered, width } = boardCoverage({ models: 20, videos: 20, perVideo: 5, range: 1e-6 }, BOARDS, 5);
    expect(covered).toBeGreaterThan(LEAST);
    expect(width).toBeGreaterThan(19);
  });
});
