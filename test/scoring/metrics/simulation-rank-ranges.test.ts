import { beforeAll, describe, expect, it } from "vitest";
import type { RankedScore, RankRange } from "../../../src/scoring/metrics/rank-ranges.ts";
import { cautiousStandardError } from "../../../src/scoring/metrics/score-interval.ts";
import { scoreOfSlice } from "../../../src/scoring/metrics/slice-score.ts";
import { rangesByPairs } from "./ranges-by-pairs.ts";
import { rankRanges } from "./rank-ranges-of-all.ts";
import { SimulatedBenchmark, simulationError } from "./simulated-benchmark.ts";

const BOARDS = 600;

/** Boards of runs as leaderboards score them, the truly best model first, each model `step` better than the next. */
function boards(models: number, step: number, videos: number, perVideo = 5): RankedScore[][] {
  const benchmark = new SimulatedBenchmark(videos, perVideo, 23);
  const abilities = Array.from({ length: models }, (_, model) => 0.5 + ((models - 1) / 2 - model) * step);
  return Array.from({ length: BOARDS }, () =>
    abilities.map((ability) => {
      const run = benchmark.run(() => ability);
      const score = scoreOfSlice(run, benchmark.slice, { openEnded: false });
      if (score === null) throw new Error("there are questions");
      const { value, n, standardError } = score;
      return { value, standardError: cautiousStandardError(value, n, standardError) };
    }),
  );
}

/** For each model, the share of the boards in which its range holds its true rank. */
function coverage(ranges: readonly (readonly RankRange[])[]): number[] {
  const models = ranges[0]?.keys() ?? [];
  const holds = ({ best, worst }: RankRange, rank: number): boolean => best <= rank && rank <= worst;
  return [...models].map(
    (model) => ranges.filter((board) => holds(board[model] as RankRange, model + 1)).length / ranges.length,
  );
}

const meanWidth = (ranges: readonly (readonly RankRange[])[]): number => {
  const widths = ranges.flat().map(({ best, worst }) => worst - best + 1);
  return widths.reduce((sum, width) => sum + width, 0) / widths.length;
};

const LEAST = 0.95 - simulationError(0.95, BOARDS);

describe("over 600 simulated leaderboards", () => {
  let close: RankedScore[][] = [];
  beforeAll(() => {
    close = boards(20, 1e-6, 60);
  });

  it("the ranges of twenty almost equal models contain the true rank in at least 95 %", () => {
    expect(Math.min(...coverage(close.map((board) => rankRanges(board, 60))))).toBeGreaterThan(LEAST);
  });

  it("without a correction for the number of models, the best and the worst model's ranges are often wrong", () => {
    const uncorrected = coverage(close.map((board) => rangesByPairs(board, 1.96)));
    expect(uncorrected[0]).toBeLessThan(0.85);
    expect(uncorrected[19]).toBeLessThan(0.85);
  });

  it.each([
    [2, 100],
    [6, 30],
    [10, 30],
    [20, 5],
  ])(
    "the ranges contain the true rank over %i videos with %i questions, where errors are uncertain",
    (videos, perVideo) => {
      const ranges = boards(20, 1e-6, videos, perVideo).map((board) => rankRanges(board, videos));
      expect(Math.min(...coverage(ranges))).toBeGreaterThan(LEAST);
    },
  );

  it("with the critical value for many videos, the ranges over six videos contain the true rank less often", () => {
    const ranges = boards(20, 1e-6, 6, 30).map((board) => rankRanges(board, null));
    expect(Math.min(...coverage(ranges))).toBeLessThan(0.92);
  });

  it("the ranges of moderately different models span a few ranks and contain the true rank", () => {
    const ranges = boards(12, 0.04, 60).map((board) => rankRanges(board, 60));
    expect(Math.min(...coverage(ranges))).toBeGreaterThan(LEAST);
    expect(meanWidth(ranges)).toBeLessThan(6);
  });

  it("the ranges of very different models are single ranks", () => {
    const ranges = boards(4, 0.15, 120).map((board) => rankRanges(board, 120));
    expect(Math.min(...coverage(ranges))).toBeGreaterThan(LEAST);
    expect(meanWidth(ranges)).toBeLessThan(1.05);
  });
});
