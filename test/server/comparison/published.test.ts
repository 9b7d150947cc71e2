import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../support/test-server.ts";

interface Figure {
  value: number;
  __typename: string;
  publishedResult: { key: string | null; value: number; printedValue: number; source: string };
}

describe("a leaderboard of a paper's figures", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  it.each([
    ["worldsense", { audioTypes: { any: ["MUSIC"] } }, "MUSIC"],
    ["worldsense", { categories: ["film-tv"] }, "film-tv"],
    ["omnivideobench", { durationBuckets: ["over-10m"] }, "over-10m"],
    ["avi-bench", { tasks: ["avqa"] }, "avqa"],
    ["mmworld", {}, null],
  ])("shows the figures of %s over %j, each with its table", async (benchmark, filter, key) => {
    const { leaderboard } = await server.data<{ leaderboard: { nodes: Figure[]; totalCount: number } }>(
      `query ($benchmark: String!, $filter: QuestionFilter) { leaderboard(benchmark: $benchmark, filter: $filter, first: 100) {
        totalCount nodes { rank value __typename ... on RankedFigure { publishedResult { key value printedValue source } } } } }`,
      { benchmark, filter },
    );
    expect(leaderboard.totalCount).toBeGreaterThan(10);
    for (const { publishedResult, value, __typename } of leaderboard.nodes) {
      expect(publishedResult).toMatchObject({ key, source: expect.stringMatching(/, (Table|Figure) \d+$/) });
      if (benchmark !== "mmworld") expect(publishedResult.value).toBe(value);
      expect(publishedResult.value).toBeCloseTo(publishedResult.printedValue / 100, 12);
      expect(__typename).toBe("RankedFigure");
    }
  });

  it("shows each model of MMWorld once, with the mean of its three seeds", async () => {
    const { leaderboard } = await server.data<{ leaderboard: { nodes: (Figure & { model: { name: string } })[] } }>(
      `{ leaderboard(benchmark: "mmworld", first: 100) { nodes { value model { name } ... on RankedFigure { publishedResult { value } } } } }`,
    );
    const names = leaderboard.nodes.map(({ model }) => model.name);
    expect(names).toHaveLength(12);
    expect(new Set(names).size).toBe(12);
    for (const { value, publishedResult } of leaderboard.nodes) expect(value).toBeCloseTo(publishedResult.value, 1);
  });

  it.each([
    ["omnivideobench", "OmniVideoBench, Table 4", 2],
    ["mmworld", "MMWorld, Table 3", 7],
  ])("separates the figures of %s that were measured without options", async (benchmark, table, least) => {
    const { open, shown } = await server.data<Record<"open" | "shown", { nodes: Figure[] }>>(
      `query ($benchmark: String!) {
        open: leaderboard(benchmark: $benchmark, runs: { openEnded: true }, first: 100) { ...entries }
        shown: leaderboard(benchmark: $benchmark, first: 100) { ...entries } }
      fragment entries on LeaderboardConnection { nodes { ... on RankedFigure { publishedResult { id source condition } } } }`,
      { benchmark },
    );
    expect(open.nodes.length).toBeGreaterThanOrEqual(least);
    for (const { publishedResult } of open.nodes)
      expect(publishedResult).toMatchObject({ source: table, condition: "open-ended" });
    expect(JSON.stringify(shown)).not.toContain("open-ended");
  });

  it.each([
    [{}, 0.5721],
    [{ levels: ["SENSATION"] }, 0.3622],
  ])("shows AVI-Bench's means of tasks over %j", async (filter, best) => {
    const { leaderboard } = await server.data<{ leaderboard: { totalCount: number; nodes: object[] } }>(
      `query ($filter: QuestionFilter) { leaderboard(benchmark: "avi-bench", filter: $filter, first: 1) {
        totalCount nodes { rank value model { name } } } }`,
      { filter },
    );
    // Table 3.
    const [first] = leaderboard.nodes;
    expect([leaderboard.totalCount, first]).toEqual([28, { rank: 1, value: best, model: { name: "Gemini-2.5-Pro" } }]);
  });

  it("shows no figures over a slice that the paper does not print", async () => {
    const { leaderboard } = await server.data<{ leaderboard: { totalCount: number } }>(`{
      leaderboard(benchmark: "worldsense", filter: { audioTypes: { any: [MUSIC] }, levels: [REASONING] }) { totalCount } }`);
    expect(leaderboard.totalCount).toBe(0);
  });
});
