import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RankRange, RankRanges } from "../../../src/scoring/metrics/rank-ranges.ts";
import { cautiousStandardError } from "../../../src/scoring/metrics/score-interval.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";

interface Figure {
  readonly value: number;
  readonly rankRange: RankRange | null;
  readonly tiesWithBest: boolean | null;
  readonly publishedResult: { readonly modelName: string };
}

describe("the rank ranges of printed figures", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  async function board(benchmark: string, filter: object, openEnded: boolean): Promise<readonly Figure[]> {
    const { leaderboard } = await server.data<{ leaderboard: { nodes: Figure[] } }>(
      `query ($benchmark: String!, $filter: QuestionFilter, $runs: RunFilter) {
        leaderboard(benchmark: $benchmark, filter: $filter, runs: $runs, first: 100) {
          nodes { value tiesWithBest ... on RankedFigure { rankRange { best worst } publishedResult { modelName } } } } }`,
      { benchmark, filter, runs: openEnded ? { openEnded } : {} },
    );
    return leaderboard.nodes;
  }
  const unknown = (figures: readonly Figure[]): string[] =>
    figures.filter(({ rankRange }) => rankRange === null).map(({ publishedResult }) => publishedResult.modelName);

  it.each([
    ["mmworld", {}, true, 1_455, ["Video-LLaMA"]],
    ["mmworld", { categories: ["science"] }, true, 204, []],
    ["mmworld", { categories: ["business"] }, true, 143, []],
    ["mmworld", { categories: ["embodied-tasks"] }, true, 143, ["Video-LLaMA"]],
    ["mmworld", {}, false, 1_559, []],
    ["mmworld", { categories: ["science"] }, false, 225, []],
    ["omnivideobench", {}, false, 1_000, ["Gemini-3.0-Pro"]],
    ["worldsense", {}, false, 3_172, []],
  ])("of %s over %j, open-ended: %s, are those over %i questions", async (benchmark, filter, openEnded, n, none) => {
    const figures = await board(benchmark, filter, openEnded);
    expect(figures.length).toBeGreaterThanOrEqual(8);
    const ranges = new RankRanges(
      figures.map(({ value, rankRange }) => ({
        value,
        standardError: rankRange === null ? 0 : cautiousStandardError(value, n),
      })),
      null,
    );
    expect(unknown(figures)).toEqual(none);
    for (const [place, { rankRange, tiesWithBest }] of figures.entries()) {
      expect(rankRange).toEqual(rankRange === null ? null : ranges.at(place));
      expect(tiesWithBest).toBe(rankRange === null ? null : ranges.tiesWithBest(place));
    }
  });

  it.each([
    ["the subset of OmniVideoBench's Table 4", "omnivideobench", {}, true, 2],
    ["a sound type of OmniVideoBench", "omnivideobench", { audioTypes: { any: ["SPEECH"] } }, false, 19],
    ["a duration of OmniVideoBench", "omnivideobench", { durationBuckets: ["over-10m"] }, false, 19],
    ["a domain of WorldSense", "worldsense", { categories: ["music"] }, false, 30],
    ["a question type of MMWorld's Table 4", "mmworld", { tasks: ["explanation"] }, false, 12],
    ["the graded scores of AVI-Bench", "avi-bench", { tasks: ["avqa"] }, false, 27],
  ])("are null for %s, whose number of questions is unknown", async (_, benchmark, filter, openEnded, least) => {
    const figures = await board(benchmark, filter, openEnded);
    expect(figures.length).toBeGreaterThanOrEqual(least);
    expect(figures.filter(({ rankRange, tiesWithBest }) => rankRange !== null || tiesWithBest !== null)).toEqual([]);
  });
});
