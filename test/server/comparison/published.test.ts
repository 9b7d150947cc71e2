import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../support/test-server.ts";

interface Figure {
  value: number;
  run: object | null;
  publishedResult: { key: string | null; value: number; source: string };
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
    ["avi-bench", { levels: ["SENSATION"] }, "SENSATION"],
    ["mmworld", {}, null],
  ])("shows those of %s over %j, each with its table", async (benchmark, filter, key) => {
    const { leaderboard } = await server.data<{ leaderboard: { nodes: Figure[]; totalCount: number } }>(
      `query ($benchmark: String!, $filter: QuestionFilter) { leaderboard(benchmark: $benchmark, filter: $filter, first: 100) {
        totalCount nodes { rank value run { id } publishedResult { key value source } } } }`,
      { benchmark, filter },
    );
    expect(leaderboard.totalCount).toBeGreaterThan(10);
    for (const { publishedResult, value, run } of leaderboard.nodes) {
      expect(publishedResult).toMatchObject({ key, source: expect.stringMatching(/, (Table|Figure) \d+$/) });
      expect(value).toBeCloseTo(publishedResult.value / 100, 10);
      expect(run).toBeNull();
    }
  });

  it("shows none over a slice that the paper did not print", async () => {
    const { leaderboard } = await server.data<{ leaderboard: { totalCount: number } }>(`{
      leaderboard(benchmark: "worldsense", filter: { audioTypes: { any: [MUSIC] }, levels: [REASONING] }) { totalCount } }`);
    expect(leaderboard.totalCount).toBe(0);
  });
});
