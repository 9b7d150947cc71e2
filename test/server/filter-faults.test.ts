import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importBenchmark } from "../../src/server/services/import-benchmark.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";
import { exportPath, fetchPath } from "./export/export-client.ts";
import { gapBatch } from "./gap-batch.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  await importBenchmark(server.database, gapBatch());
});
afterAll(() => server.close());

/** A filter, the place of its first fault, and the message. */
type Row = readonly [name: string, filter: object, path: string, message: RegExp];

const DEMO = { benchmarks: ["omnidex-demo"] };

const MISTAKES: readonly Row[] = [
  ["case of a benchmark", { benchmarks: ["WorldSense"] }, "filter.benchmarks[0]", /mean 'worldsense'/],
  ["underscore in a benchmark", { benchmarks: ["avi_bench"] }, "filter.benchmarks[0]", /mean 'avi-bench'/],
  ["misspelt task", { tasks: ["event-ordr"] }, "filter.tasks[0]", /mean 'event-order'/],
  ["display name of a task", { tasks: ["Event Order"] }, "filter.tasks[0]", /mean 'event-order'/],
  ["plural of a task", { tasks: ["event-orders"] }, "filter.tasks[0]", /mean 'event-order'/],
  ["benchmark:task", { tasks: ["omnidex-demo:event-order"] }, "filter.tasks[0]", /no task 'omnidex-demo:event-order'/],
  ["task of another", { ...DEMO, tasks: ["ast"] }, "filter.tasks[0]", /omnidex-demo has no task 'ast'/],
  ["category", { categories: ["indors"] }, "filter.categories[0]", /mean 'indoors'/],
  ["pattern", { categories: ["mus%"] }, "filter.categories[0]", /no category 'mus%'/],
  ["subset", { subsets: ["tset"] }, "filter.subsets[0]", /no subset 'tset'/],
  ["question key", { ...DEMO, keys: ["video-001/99"] }, "filter.keys[0]", /mean 'video-001\//],
  ["video", { videos: ["video_999999"] }, "filter.videos[0]", /no video 'video_999999'/],
  ["in and", { and: [{}, { tasks: ["event-ordr"] }] }, "filter.and[1].tasks[0]", /event-order/],
  ["in or", { or: [{ tasks: ["event-ordr"] }, {}] }, "filter.or[0].tasks[0]", /event-order/],
  ["in not", { not: { tasks: ["event-ordr"] } }, "filter.not.tasks[0]", /event-order/],
  ["empty range", { durationSeconds: { gte: 60, lt: 60 } }, "filter.durationSeconds", /at least 60 s and below 60 s/],
  [
    "reversed range",
    { durationSeconds: { gt: 300, lte: 60 } },
    "filter.durationSeconds",
    /above 300 s and at most 60 s/,
  ],
  ["negative", { or: [{ durationSeconds: { lt: -1 } }] }, "filter.or[0].durationSeconds.lt", /never negative/],
];

const COUNT = "query ($filter: QuestionFilter) { questions(filter: $filter) { totalCount } }";

describe("a filter that could only mislead", () => {
  it.each(MISTAKES)("%s", async (_name, filter, path, message) => {
    const details = { path, faults: [expect.objectContaining({ path })], faultCount: 1 };
    const expected = { message: expect.stringMatching(message), extensions: { code: "INVALID_FILTER", details } };
    for (const again of [1, 2]) {
      const { errors } = await server.request(COUNT, { filter });
      expect(errors, `time ${again}`).toMatchObject([expected]);
    }
    const facets = "query ($filter: QuestionFilter) { facets(filter: $filter, by: [TASK]) { dimension } }";
    expect((await server.request(facets, { filter })).errors).toMatchObject([expected]);
    const file = await fetchPath(server, exportPath("ndjson", filter));
    expect(file.status).toBe(400);
    expect(await file.json()).toMatchObject({ errors: [expected] });
    expect(server.logged).toEqual([]);
  });

  it("reports all faults at once, with what is allowed", async () => {
    const filter = { benchmarks: ["mmwrld", "omnidex-demo"], not: { tasks: ["event-ordr", "event-order", "x9"] } };
    const { errors } = await server.request(COUNT, { filter });
    const details = errors?.[0]?.extensions.details as {
      faults: { path: string; allowed: number; values: string[] }[];
    };
    expect(details.faults.map(({ path }) => path)).toEqual([
      "filter.benchmarks[0]",
      "filter.not.tasks[0]",
      "filter.not.tasks[2]",
    ]);
    for (const { allowed, values } of details.faults) expect(values).toHaveLength(allowed);
  });

  it("says where else a value exists", async () => {
    const { benchmarks } = await server.data<{ benchmarks: { slug: string; tasks: { slug: string }[] }[] }>(
      "{ benchmarks { slug tasks { slug } } }",
    );
    const own = new Set(benchmarks.find(({ slug }) => slug === "omnidex-demo")?.tasks.map(({ slug }) => slug));
    const other = benchmarks.find(({ slug }) => slug === gapBatch().benchmark);
    const task = other?.tasks.find(({ slug }) => !own.has(slug))?.slug ?? "";
    expect(task).not.toBe("");
    const { errors } = await server.request(COUNT, { filter: { ...DEMO, tasks: [task] } });
    expect(errors?.[0]?.message).toMatch(new RegExp(`no task '${task}'\\. It exists in .*${other?.slug}`));
    const board = `query ($task: String!) {
      leaderboard(benchmark: "omnidex-demo", filter: { tasks: [$task] }) { nodes { rank } } }`;
    expect((await server.request(board, { task })).errors?.[0]?.extensions.code).toBe("INVALID_FILTER");
  });

  it("checks the filters of runs and of fragments", async () => {
    const runs = '{ runs(filter: { benchmarks: ["worldsens"] }) { totalCount } }';
    expect((await server.request(runs)).errors?.[0]?.message).toContain("'filter.benchmarks[0]'");
    const score = '{ runs(first: 1) { nodes { ...S } } } fragment S on Run { score(filter: { tasks: ["x9"] }) { n } }';
    expect((await server.request(score)).errors?.[0]?.extensions.code).toBe("INVALID_FILTER");
  });

  it.each([[{ tasks: [] }], [{ benchmarks: [] }], [{ or: [] }], [{ benchmarks: [], tasks: ["event-order"] }]])(
    "leaves %j to match nothing",
    async (filter) => {
      expect(await server.data(COUNT, { filter })).toEqual({ questions: { totalCount: 0 } });
    },
  );

  it("lets benchmarks without questions, and exact bounds, pass", async () => {
    for (const filter of [{ benchmarks: ["worldsense"] }, { durationSeconds: { gte: 60, lte: 60 } }])
      expect((await server.request(COUNT, { filter })).errors).toBeUndefined();
  });
});

describe("conditions that a benchmark says nothing about", () => {
  const SLICE = "query ($filter: QuestionFilter) { slice(filter: $filter) { warnings { path benchmark message } } }";
  const warnings = async (filter: object) =>
    (await server.data<{ slice: { warnings: { path: string; benchmark: string }[] } }>(SLICE, { filter })).slice
      .warnings;

  it("are warnings of the slice, with their places", async () => {
    expect(await warnings({ ...DEMO, or: [{ questionOnly: true }, { stepCount: { gte: 1 } }] })).toEqual([
      {
        path: "filter.or[0].questionOnly",
        benchmark: "omnidex-demo",
        message:
          "omnidex-demo states 'questionOnly' for none of its questions, so the condition matches no question of it.",
      },
    ]);
  });

  it("are none where the benchmark states them, or where nothing is asked", async () => {
    expect(await warnings({ ...DEMO, durationSeconds: { gt: 10 }, levels: ["REASONING"] })).toEqual([]);
    expect(await warnings({})).toEqual([]);
  });
});
