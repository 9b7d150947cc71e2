import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ImportBatch } from "../../src/domain/import-batch.ts";
import { importBenchmark } from "../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";
import { exportPath, fetchPath } from "./export/export-client.ts";
import { gapBatch } from "./gap-batch.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  await importBenchmark(server.database, gapBatch());
  await importBenchmark(server.database, muteBatch());
});
afterAll(() => server.close());

/** A benchmark that states neither durations nor audio types. */
function muteBatch(): ImportBatch {
  const { videos, questions, ...batch } = gapBatch();
  return {
    ...{ ...batch, benchmark: "mute" },
    videos: videos.map((video) => ({ ...video, durationSeconds: null, audioTypes: [] })),
    questions: questions.map((question) => ({ ...question, audioTypes: [] })),
  };
}

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

describe("a filter that would mislead is refused", () => {
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

  it("with all faults and the allowed values", async () => {
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

  it("with the other fields in which a value exists", async () => {
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

  it("in filters of runs and of fragments, too", async () => {
    const runs = '{ runs(filter: { benchmarks: ["worldsens"] }) { totalCount } }';
    expect((await server.request(runs)).errors?.[0]?.message).toContain("'filter.benchmarks[0]'");
    const score = '{ runs(first: 1) { nodes { ...S } } } fragment S on Run { score(filter: { tasks: ["x9"] }) { n } }';
    expect((await server.request(score)).errors?.[0]?.extensions.code).toBe("INVALID_FILTER");
  });

  it.each([[{ tasks: [] }], [{ benchmarks: [] }], [{ or: [] }], [{ benchmarks: [], tasks: ["event-order"] }]])(
    "except %j, which matches nothing",
    async (filter) => {
      expect(await server.data(COUNT, { filter })).toEqual({ questions: { totalCount: 0 } });
    },
  );

  it("except filters on benchmarks without questions, and exact bounds", async () => {
    for (const filter of [{ benchmarks: ["worldsense"] }, { durationSeconds: { gte: 60, lte: 60 } }])
      expect((await server.request(COUNT, { filter })).errors).toBeUndefined();
  });
});

describe("the other filters are checked", () => {
  it.each([
    ["videos", `{ durationLabels: ["1-2mins"] }`, "filter.durationLabels[0]", "no duration label '1-2mins'"],
    ["videos", `{ benchmarks: ["omnidex-demo"], keys: ["video-1"] }`, "filter.keys[0]", "mean 'video-001'"],
    ["videos", `{ subsets: ["tset"] }`, "filter.subsets[0]", "no video subset 'tset'"],
    ["publishedResults", `{ benchmarks: ["worldsens"] }`, "filter.benchmarks[0]", "mean 'worldsense'"],
    ["publishedResults", `{ models: ["gpt-4oh"] }`, "filter.models[0]", "mean 'gpt-4o'"],
    ["publishedResults", `{ sources: ["WorldSense, Table 99"] }`, "filter.sources[0]", "mean 'WorldSense, Table "],
    [
      "publishedResults",
      `{ benchmarks: ["avi-bench"], keys: ["mazik"] }`,
      "filter.keys[0]",
      "no published key 'mazik'",
    ],
    ["publishedResults", `{ conditions: ["nope"] }`, "filter.conditions[0]", "no condition 'nope'"],
    ["runs", `{ releases: ["release_99999"] }`, "filter.releases[0]", "no release 'release_99999'"],
    ["runs", `{ not: { prompts: ["worldsense/audoi"] } }`, "filter.not.prompts[0]", "mean 'worldsense/audio'"],
  ])("%s(filter: %s)", async (field, filter, path, message) => {
    const { errors } = await server.request(`{ ${field}(filter: ${filter}) { totalCount } }`);
    expect(errors).toMatchObject([{ extensions: { code: "INVALID_FILTER", details: { path } } }]);
    expect(errors?.[0]?.message).toContain(message);
  });

  it("and accept existing names", async () => {
    const { videos, publishedResults, benchmark } = await server.data<{
      videos: { nodes: { key: string }[] };
      publishedResults: { nodes: { source: string; key: string | null; condition: string | null }[] };
      benchmark: { release: { id: string } };
    }>(`{ videos(first: 1, filter: { benchmarks: ["omnidex-demo"] }) { nodes { key } }
          publishedResults(first: 100) { nodes { source key condition } }
          benchmark(slug: "omnidex-demo") { release { id } } }`);
    const listed = (values: readonly (string | null | undefined)[]) => JSON.stringify(values.filter((v) => v != null));
    const results = publishedResults.nodes;
    for (const [field, filter] of [
      ["videos", `{ keys: ${listed([videos.nodes[0]?.key])} }`],
      ["publishedResults", `{ sources: ${listed(results.map(({ source }) => source))} }`],
      ["publishedResults", `{ keys: ${listed(results.map(({ key }) => key))} }`],
      ["publishedResults", `{ conditions: ${listed(results.map(({ condition }) => condition))} }`],
      ["runs", `{ releases: ["${benchmark.release.id}"] }`],
      ["runs", `{ prompts: ["worldsense/audio"] }`],
    ])
      expect((await server.request(`{ ${field}(filter: ${filter}) { totalCount } }`)).errors, filter).toBeUndefined();
  });
});

describe("a lookup in an unknown benchmark", () => {
  it.each([
    [`question(benchmark: "omnidex_demo", key: "video-001/0") { key }`],
    [`video(benchmark: "omnidex_demo", key: "video-001") { key }`],
    [`promptTemplates(benchmark: "omnidex_demo") { name }`],
    [`challenge(benchmark: "omnidex_demo") { opensAt }`],
  ])("is an error: %s", async (field) => {
    const { errors } = await server.request(`{ ${field} }`);
    const details = { nearest: ["omnidex-demo"] };
    expect(errors).toMatchObject([{ path: [field.split("(")[0]], extensions: { code: "NOT_FOUND", details } }]);
    expect(errors?.[0]?.message).toContain("Did you mean 'omnidex-demo'?");
  });

  it.each([
    [`question(benchmark: "omnidex-demo", key: "video-001/99") { key }`],
    [`video(benchmark: "omnidex-demo", key: "video-999") { key }`],
    [`benchmark(slug: "omnidex_demo") { slug }`],
    [`model(slug: "demo-lage") { slug }`],
    [`challenge(benchmark: "omnidex-demo") { opensAt }`],
  ])("is null only for an unknown member of a known benchmark: %s", async (field) => {
    expect(await server.data(`{ it: ${field} }`)).toEqual({ it: null });
  });
});

describe("conditions on a field that a benchmark does not state", () => {
  const SLICE = "query ($filter: QuestionFilter) { slice(filter: $filter) { warnings { path benchmark message } } }";
  const warnings = async (filter: object) =>
    (
      await server.data<{ slice: { warnings: { path: string; benchmark: string; message: string }[] } }>(SLICE, {
        filter,
      })
    ).slice.warnings;

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

  it("include the duration and the audio types of a benchmark that has neither", async () => {
    const filter = {
      ...{ benchmarks: ["mute"], durationBuckets: ["over-10m"], durationSeconds: { gt: 10 } },
      ...{ audioTypes: { any: ["MUSIC"] }, not: { audioTypes: { none: ["MUSIC"] } }, and: [{ durationSeconds: {} }] },
    };
    const found = await warnings(filter);
    expect(found.map(({ path }) => path)).toEqual([
      "filter.audioTypes",
      "filter.durationSeconds",
      "filter.durationBuckets",
      "filter.not.audioTypes",
    ]);
    expect(found.map(({ message }) => /matches (\w+) question/.exec(message)?.[1])).toEqual([
      "no",
      "no",
      "no",
      "every",
    ]);
  });

  it("give no warning if the benchmark has the values, or if there is no condition", async () => {
    expect(await warnings({ ...DEMO, durationSeconds: { gt: 10 }, levels: ["REASONING"] })).toEqual([]);
    expect(await warnings({})).toEqual([]);
  });
});
