import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { omniVideoBenchFixture, omniVideoBenchJson } from "../../fixtures/omnivideobench-fixture.ts";
import { importFiles } from "../../support/admin-imports.ts";
import { sharedDataset } from "../../support/shared-datasets.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";

interface Board {
  readonly questions: number;
  readonly nodes: readonly { readonly publishedResult: { readonly key: string | null } | undefined }[];
}

const BOARD = `query ($filter: QuestionFilter) {
  leaderboard(benchmark: "omnivideobench", filter: $filter, first: 100) {
    questions nodes { ... on RankedFigure { publishedResult { key } } } } }`;

/** The number of questions of a slice, and the parts whose figures its leaderboard shows, with the number of figures. */
async function shown(server: TestServer, filter: object): Promise<[questions: number, figures: object]> {
  const { leaderboard } = await server.data<{ leaderboard: Board }>(BOARD, { filter });
  const keys = leaderboard.nodes.map(({ publishedResult }) => publishedResult?.key ?? "overall");
  const counts = Object.fromEntries([...new Set(keys)].map((key) => [key, keys.filter((one) => one === key).length]));
  return [leaderboard.questions, counts];
}

describe("the figures beside a slice of the real OmniVideoBench", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  it("are those of the part with the same questions, however a filter selects them", async (context) => {
    await importFiles(server.database, "omnivideobench", [sharedDataset(context, "omnivideobench/data.json")]);
    const inAll = { benchmarks: ["omnivideobench"] };
    for (const filter of [
      { durationBuckets: ["over-10m"] },
      { durationSeconds: { gte: 600 } },
      { ...inAll, durationSeconds: { gt: 599.5 } },
      { not: { durationBuckets: ["under-1m", "1m-5m", "5m-10m"] } },
      { or: [{ durationBuckets: ["over-10m"] }, { durationSeconds: { gte: 900 } }] },
    ])
      expect(await shown(server, filter), JSON.stringify(filter)).toEqual([262, { "over-10m": 19 }]);
    expect(await shown(server, { durationSeconds: { gte: 60, lt: 300 } })).toEqual([343, { "1m-5m": 19 }]);
    expect(await shown(server, { audioTypes: { all: ["MUSIC"] } })).toEqual([91, { MUSIC: 19 }]);
    expect(await shown(server, { durationSeconds: { gte: 0 } })).toEqual([1000, { overall: 19 }]);
    expect(await shown(server, { levels: ["PERCEPTION", "UNDERSTANDING", "REASONING"] })).toEqual([
      1000,
      { overall: 19 },
    ]);
    // One second more or less selects other questions.
    expect((await shown(server, { durationSeconds: { gte: 590 } }))[1]).toEqual({});
    expect((await shown(server, { durationSeconds: { gte: 610 } }))[1]).toEqual({});
    expect(await shown(server, { durationSeconds: { gte: 100_000 } })).toEqual([0, {}]);
  });
});

describe("the figures beside a slice of a sample in which several parts have the same questions", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
    const [first, second] = omniVideoBenchFixture();
    const sample = [sampled(first, "00:30", "Music"), sampled(second, "12:00", "Speech")];
    await importFiles(server.database, "omnivideobench", [omniVideoBenchJson(sample)]);
  });
  afterAll(() => server.close());

  it("are those of the part that the filter names", async () => {
    expect((await shown(server, { durationBuckets: ["under-1m"] }))[1]).toEqual({ "under-1m": 19 });
    expect((await shown(server, { audioTypes: { any: ["MUSIC"] } }))[1]).toEqual({ MUSIC: 19 });
  });

  it("are none if the filter names no part, but those of the whole benchmark for all questions", async () => {
    expect((await shown(server, { durationSeconds: { lt: 60 } }))[1]).toEqual({});
    expect((await shown(server, { durationSeconds: { gte: 0 } }))[1]).toEqual({ overall: 19 });
  });
});

type Video = ReturnType<typeof omniVideoBenchFixture>[number];

function sampled(video: Video | undefined, duration: string, audio: string): Video {
  if (video === undefined) throw new Error("the fixture has too few videos");
  return { ...video, duration, questions: video.questions.map((one) => ({ ...one, audio_type: audio })) };
}
