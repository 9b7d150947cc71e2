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
  ["empty list", { tasks: [] }, "filter.tasks", /Leave 'tasks' out for no condition/],
  ["empty or", { or: [] }, "filter.or", /An empty list matches nothing/],
  ["empty list beside another", { benchmarks: [], tasks: ["event-order"] }, "filter.benchmarks", /An empty list/],
  ["negative", { or: [{ durationSeconds: { lt: -1 } }] }, "filter.or[0].durationSeconds.lt", /never negative/],
];

const COUNT = "query ($filter: QuestionFilter) { questions(filter: $filter) { totalCount } }";

describe("a filter with an unknown value or an empty range", () => {
  it.each(MISTAKES)("is refused: %s", async (_name, filter, path, message) => {
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

  it("is refused with an error that lists all faults and the allowed values", async () => {
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

  it("is refused with an error that names the other benchmarks in which the value exists", async () => {
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

  it("is also refused as a filter of runs and in a fragment", async () => {
    const runs = '{ runs(filter: { benchmarks: ["worldsens"] }) { totalCount } }';
    expect((await server.request(runs)).errors?.[0]?.message).toContain("'filter.benchmarks[0]'");
    const score = '{ runs(first: 1) { nodes { ...S } } } fragment S on Run { score(filter: { tasks: ["x9"] }) { n } }';
    expect((await server.request(score)).errors?.[0]?.extensions.code).toBe("INVALID_FILTER");
  });

  it("is not refused if a part of 'or' matches nothing beside another part", async () => {
    const count = async (filter: object) => (await server.data<{ questions: object }>(COUNT, { filter })).questions;
    const some = { tasks: ["event-order"] };
    expect(await count({ or: [{ tasks: [] }, { ...some, not: some }, some] })).toEqual(await count(some));
  });

  it("is refused with the buckets that exist, also in a filter of videos", async () => {
    for (const field of [
      'videos(filter: { durationBuckets: ["long"] }) { totalCount }',
      'videos(filter: { questions: { durationBuckets: ["long"] } }) { totalCount }',
    ]) {
      const { errors } = await server.request(`{ ${field} }`);
      expect(errors?.map(({ message }) => message)).toEqual([expect.stringMatching(/accepts under-1m, .*got 'long'/)]);
    }
  });

  it("is not refused if it names a benchmark without questions, or if both bounds of the range are included and equal", async () => {
    for (const filter of [{ benchmarks: ["worldsense"] }, { durationSeconds: { gte: 60, lte: 60 } }])
      expect((await server.request(COUNT, { filter })).errors).toBeUndefined();
  });

  it("is not refused by Query.slice, because a filter has a canonical form even if it matches no question", async () => {
    const document = "query ($filter: QuestionFilter) { slice(filter: $filter) { fingerprint } }";
    const { slice } = await server.data<{ slice: { fingerprint: string } }>(document, { filter: { tasks: ["x9"] } });
    expect(slice.fingerprint).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe("filters of videos, published results and runs", () => {
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
  ])("are refused if they name an unknown value: %s(filter: %s)", async (field, filter, path, message) => {
    const { errors } = await server.request(`{ ${field}(filter: ${filter}) { totalCount } }`);
    expect(errors).toMatchObject([{ extensions: { code: "INVALID_FILTER", details: { path } } }]);
    expect(errors?.[0]?.message).toContain(message);
  });

  it("are accepted if the names exist", async () => {
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
    ].filter(([, filter]) => filter?.includes("[]") !== true))
      expect((await server.request(`{ ${field}(filter: ${filter}) { totalCount } }`)).errors, filter).toBeUndefined();
  });
});

describe("the filters in the input of a mutation", () => {
  it.each([
    [
      `takeItemSnapshot(input: { benchmark: "omnidex-demo", runs: { models: ["demo-lage"] } }) { __typename }`,
      "runs.models[0]",
    ],
    [
      `storeSubset(input: { benchmark: "omnidex-demo", size: 20, filter: { tasks: ["ast"] } }) { __typename }`,
      "filter.tasks[0]",
    ],
  ])("are checked: %s", async (mutation, place) => {
    const { errors } = await server.request(`mutation { ${mutation} }`);
    expect(errors?.[0]?.extensions).toMatchObject({ code: "INVALID_FILTER", details: { path: `input.${place}` } });
  });

  it.each([
    [`storeSubset(input: { benchmark: "omnidex_demo", size: 20, filter: { tasks: ["event-ordr"] } }) { __typename }`],
    [`takeItemSnapshot(input: { benchmark: "omnidex_demo", runs: { releases: ["release_999"] } }) { __typename }`],
  ])("are not blamed for an unknown benchmark: %s", async (mutation) => {
    const { errors } = await server.request(`mutation { ${mutation} }`);
    const details = { nearest: ["omnidex-demo"] };
    expect(errors).toMatchObject([{ extensions: { code: "NOT_FOUND", details } }]);
  });
});

describe("a request with several filters", () => {
  const pathsOf = async (document: string, variables: Record<string, unknown> = {}) => {
    const { errors } = await server.request(document, variables);
    expect(errors?.[0]?.extensions.code).toBe("INVALID_FILTER");
    const details = errors?.[0]?.extensions.details as { faults: { path: string }[] } | undefined;
    return details?.faults.map(({ path }) => path) ?? [];
  };

  it("gives each fault the place of its own field", async () => {
    const document = `{
      a: questions(filter: { tasks: ["x8"] }) { totalCount }
      questions(filter: { tasks: ["x9"] }) { totalCount }
      runs(first: 1) { nodes { ...S } } }
      fragment S on Run { best: score(filter: { tasks: ["x7"] }) { n } }`;
    expect(await pathsOf(document)).toEqual([
      "a.filter.tasks[0]",
      "questions.filter.tasks[0]",
      "...S.best.filter.tasks[0]",
    ]);
    const one = `{ a: questions(filter: { tasks: ["x8"] }) { totalCount } b: questions(filter: { levels: [REASONING] }) { totalCount } }`;
    expect(await pathsOf(one)).toEqual(["a.filter.tasks[0]"]);
  });

  it("names a fault of one variable once, by its place in the variable", async () => {
    const document = `query ($filter: QuestionFilter) { a: questions(filter: $filter) { totalCount }
      facets(filter: $filter, by: [TASK]) { dimension } runs(first: 1) { nodes { score(filter: $filter) { n } } } }`;
    expect(await pathsOf(document, { filter: { tasks: ["x9"] } })).toEqual(["filter.tasks[0]"]);
  });

  it("is not checked in fields that a directive leaves out", async () => {
    const faulty = `questions(filter: { tasks: ["x9"] })`;
    const document = `query ($no: Boolean!, $yes: Boolean!) {
      a: ${faulty} @skip(if: $yes) { totalCount }
      b: ${faulty} @include(if: $no) { totalCount }
      ... @include(if: $no) { c: ${faulty} { totalCount } }
      ...F @skip(if: $yes)
      run(id: "run_1") @include(if: $no) { ...R }
      benchmarks { slug } }
      fragment F on Query { d: ${faulty} { totalCount } }
      fragment R on Run { score(filter: { tasks: ["x9"] }) { n } }`;
    expect(Object.keys(await server.data(document, { no: false, yes: true }))).toEqual(["benchmarks"]);
    const places = ["a", "b", "c", "...F.d", "...R.score"].map((field) => `${field}.filter.tasks[0]`);
    expect((await pathsOf(document, { no: true, yes: false })).toSorted()).toEqual(places.toSorted());
  });

  it("is not checked in a fragment that only another operation spreads", async () => {
    const document = `query A { benchmarks { slug } } query B { ...F }
      fragment F on Query { questions(filter: { tasks: ["x9"] }) { totalCount } }`;
    const response = await server.app.request("/graphql", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query: document, operationName: "A" }),
    });
    expect(await response.json()).toEqual({ data: { benchmarks: expect.any(Array) } });
  });
});

describe("a lookup by slug or key", () => {
  it.each([
    [`leaderboard(benchmark: "omnidex_demo", filter: { tasks: ["event-ordr"] }) { totalCount }`],
    [`leaderboard(benchmark: "omnidex_demo", filter: { benchmarks: ["omnidex-demo"] }) { totalCount }`],
    [`scoreTable(benchmark: "omnidex_demo", by: [TASK], filter: { tasks: ["event-ordr"] }) { totalCount }`],
    [`comparisonPlan(benchmark: "omnidex_demo", difference: 0.1, filter: { tasks: ["event-ordr"] }) { questions }`],
    [`question(benchmark: "omnidex_demo", key: "video-001/0") { key }`],
    [`video(benchmark: "omnidex_demo", key: "video-001") { key }`],
    [`promptTemplates(benchmark: "omnidex_demo") { name }`],
    [`challenge(benchmark: "omnidex_demo") { opensAt }`],
  ])("fails with NOT_FOUND if it searches in an unknown benchmark: %s", async (field) => {
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
  ])("returns null if the object itself does not exist: %s", async (field) => {
    expect(await server.data(`{ it: ${field} }`)).toEqual({ it: null });
  });
});

describe("a filter condition", () => {
  const SLICE = "query ($filter: QuestionFilter) { slice(filter: $filter) { warnings { path benchmark message } } }";
  const warnings = async (filter: object) =>
    (
      await server.data<{ slice: { warnings: { path: string; benchmark: string | null; message: string }[] } }>(SLICE, {
        filter,
      })
    ).slice.warnings;

  it("gives a warning on the slice, with its path in the filter, if the benchmark does not state the field", async () => {
    expect(await warnings({ ...DEMO, or: [{ questionOnly: true }, { stepCount: { gte: 1 } }] })).toEqual([
      {
        path: "filter.or[0].questionOnly",
        benchmark: "omnidex-demo",
        message:
          "omnidex-demo states 'questionOnly' for none of its questions, so the condition matches no question of it.",
      },
    ]);
  });

  it("gives a warning if it is on the duration or the audio types of a benchmark that has neither", async () => {
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

  it("gives no warning if the benchmark has the values, and nor does an empty filter", async () => {
    expect(await warnings({ ...DEMO, durationSeconds: { gt: 10 }, levels: ["REASONING"] })).toEqual([]);
    expect(await warnings({})).toEqual([]);
  });

  it("names an empty list", async () => {
    expect(await warnings({ or: [] })).toMatchObject([{ path: "filter.or", benchmark: null }]);
  });

  it("names conditions that exclude each other", async () => {
    const filter = { ...DEMO, and: [{ levels: ["REASONING"] }, { levels: ["PERCEPTION"] }] };
    const message = "No question can meet 'filter.and[1].levels' together with 'filter.and[0].levels'";
    expect(await warnings(filter)).toEqual([
      { path: "filter.and[1].levels", benchmark: null, message: `${message}, so the filter matches nothing.` },
    ]);
    expect((await server.data<{ questions: object }>(COUNT, { filter })).questions).toEqual({ totalCount: 0 });
  });
});
