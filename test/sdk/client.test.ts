import { parse } from "graphql";
import { describe, expect, test, vi } from "vitest";
import { Omnidex, OmnidexBadUserInputError, OmnidexNotFoundError, TypedDocumentString } from "../../src/sdk/index.ts";
import { cannedServer, data } from "./support/canned-server.ts";
import { sampleReport, sampleRun } from "./support/sample-run.ts";
import { schemaServer } from "./support/schema-server.ts";

const empty = { nodes: [], pageInfo: { hasNextPage: false, hasPreviousPage: false }, totalCount: 0 };
type Input = { input: Record<string, unknown> };

describe("lists", () => {
  test("request one page after the other, or one page with the total count", async () => {
    const models = ["a", "b", "c"].map((slug) => ({
      __typename: "Model",
      id: slug,
      slug,
      name: slug,
      viewerCanUpdate: false,
    }));
    const root = vi.fn(({ first, after }: { first: number; after?: string }) => {
      const start = after === undefined || after === null ? 0 : Number(after);
      const end = Math.min(start + first, models.length);
      const pageInfo = { hasNextPage: end < models.length, hasPreviousPage: false, endCursor: String(end) };
      return { nodes: models.slice(start, end), pageInfo, totalCount: 3 };
    });
    await using server = await schemaServer({ models: root });
    const list = new Omnidex({ url: server.url }).models({ pageSize: 2 });
    expect((await list.toArray()).map((model) => model.slug)).toEqual(["a", "b", "c"]);
    expect(root).toHaveBeenCalledTimes(2);
    expect((await list.page()).totalCount).toBe(3);
  });

  test("of each type send documents that the schema accepts", async () => {
    const root = { questions: vi.fn(() => empty), videos: vi.fn(() => empty), runs: vi.fn(() => empty) };
    const publishedResults = vi.fn(() => empty);
    await using server = await schemaServer({ ...root, publishedResults, run: { id: "r", predictions: empty } });
    const omnidex = new Omnidex({ url: server.url });
    const filter = { audioTypes: { any: ["MUSIC"] }, levels: ["REASONING"], durationSeconds: { gt: 600 } } as const;
    expect(await omnidex.questions({ filter, orderBy: { field: "DURATION", direction: "DESC" } }).toArray()).toEqual(
      [],
    );
    expect(await omnidex.videos({ filter: { questions: filter } }).toArray()).toEqual([]);
    expect(await omnidex.runs({ filter: { statuses: ["SCORED"] } }).toArray()).toEqual([]);
    expect(await omnidex.publishedResults({ filter: { overall: true } }).toArray()).toEqual([]);
    expect(await omnidex.predictions("r", { filter: { outcomes: ["WRONG"] } }).toArray()).toEqual([]);
    expect(server.received[0]?.variables).toMatchObject({ filter, orderBy: { field: "DURATION" }, first: 100 });
  });

  test("of the predictions of an unknown run are rejected", async () => {
    await using server = await schemaServer({ run: null });
    const list = new Omnidex({ url: server.url }).predictions("nowhere");
    await expect(list.toArray()).rejects.toThrow("There is no run 'nowhere'.");
  });
});

describe("single reads", () => {
  test("of facets, benchmarks and a run send documents that the schema accepts", async () => {
    await using server = await schemaServer({ facets: [], benchmarks: [], run: sampleRun() });
    const omnidex = new Omnidex({ url: server.url });
    expect(await omnidex.facets({ by: ["LEVEL"], filter: { text: "piano" } })).toEqual([]);
    expect(await omnidex.benchmarks()).toEqual([]);
    expect(await omnidex.run("run-1")).toEqual(sampleRun());
  });

  test.each(["Benchmark", "PublishedResult"])("return a %s by its id with its fields", async (type) => {
    const look = { __typename: type, id: "x" };
    await using server = await cannedServer(data({ node: { __typename: type }, other: look }));
    expect(await new Omnidex({ url: server.url }).node("x")).toEqual(look);
  });

  test("return a node of another type by its id, and null for a missing node", async () => {
    const model = {
      __typename: "Model",
      id: "m",
      slug: "m",
      name: "m",
      parameters: null,
      parameterCount: null,
      organization: null,
      url: null,
    };
    const node = vi.fn(({ id }: { id: string }) => (id === "m" ? model : null));
    await using server = await schemaServer({ node });
    const omnidex = new Omnidex({ url: server.url });
    expect(await omnidex.node("m")).toEqual(model);
    expect(await omnidex.node("nowhere")).toBeNull();
  });

  test("of a breakdown reject for a missing run", async () => {
    await using server = await schemaServer({
      run: ({ id }: { id: string }) => (id === "r" ? { id, breakdown: [] } : null),
    });
    const omnidex = new Omnidex({ url: server.url });
    expect(await omnidex.breakdown("r", { by: ["AUDIO_TYPE", "DURATION"] })).toEqual([]);
    await expect(omnidex.breakdown("s", { by: ["LEVEL"] })).rejects.toThrow(OmnidexNotFoundError);
  });
});

test("writes send documents that the schema accepts, and each createRun has its own idempotency key", async () => {
  const payload = () => ({ run: sampleRun() });
  const createRun = vi.fn((_: Input) => ({ ...payload(), report: sampleReport() }));
  const withdrawRun = vi.fn((_: Input) => payload());
  const appended = { ...payload(), added: 1, repeated: 0, total: 1, report: sampleReport() };
  const root = { appendPredictions: appended, finalizeRun: payload(), validateRun: { report: sampleReport() } };
  const [restoreRun, updateRun] = [vi.fn((_: Input) => payload()), vi.fn((_: Input) => payload())];
  await using server = await schemaServer({ ...root, createRun, withdrawRun, restoreRun, updateRun });
  const omnidex = new Omnidex({ url: server.url });
  const run = { benchmark: "mmworld", model: { name: "m" }, inputs: ["VIDEO"] } as const;
  await omnidex.createRun(run);
  await omnidex.createRun(run);
  const keys = createRun.mock.calls.map(([{ input }]) => input.idempotencyKey);
  expect(new Set(keys).size).toBe(2);
  expect((await omnidex.appendPredictions("run-1", [{ question: "q", response: "A" }])).added).toBe(1);
  expect((await omnidex.finalizeRun("run-1")).id).toBe("run-1");
  expect(await omnidex.validateRun({ ...run, predictions: [] })).toEqual(sampleReport());
  await omnidex.withdrawRun("run-1", { reason: "wrong prompt" });
  expect(withdrawRun.mock.lastCall?.[0].input).toEqual({ run: "run-1", reason: "wrong prompt" });
  expect((await omnidex.restoreRun("run-1")).id).toBe("run-1");
  expect(restoreRun.mock.lastCall?.[0].input).toEqual({ run: "run-1" });
  await omnidex.updateRun("run-1", { notes: null, model: { parameters: "7B" } });
  expect(updateRun.mock.lastCall?.[0].input).toEqual({ run: "run-1", notes: null, model: { parameters: "7B" } });
});

test("the refusal of a run for its fields is an error with the report", async () => {
  const report = sampleReport({
    ok: false,
    inputIssues: [
      { field: "frames", message: "The challenge of 'mmworld' requires 'frames'." },
      { field: "notes", message: "The challenge of 'mmworld' requires 'notes'." },
    ],
  });
  const refused = { run: null, replayed: false, idempotencyKey: "k", report };
  const stillOpen = { run: sampleRun({ status: "OPEN" }), report };
  await using server = await schemaServer({ createRun: refused, finalizeRun: stillOpen });
  const omnidex = new Omnidex({ url: server.url });
  const run = { benchmark: "mmworld", model: { name: "m" }, inputs: ["VIDEO"] } as const;
  for (const call of [() => omnidex.createRun(run), () => omnidex.finalizeRun("run-1")]) {
    const error = await call().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(OmnidexBadUserInputError);
    expect(error).toMatchObject({ message: expect.stringMatching(/'frames'.*'notes'/), report });
  }
});

describe("query", () => {
  const text = "query Slugs { benchmarks { slug } }";

  test.each([
    ["a string", text],
    ["a typed document string", new TypedDocumentString<{ benchmarks: unknown[] }, Record<string, never>>(text)],
    ["a document that was parsed from text", parse(text)],
    ["a document without its text", parse(text, { noLocation: true })],
  ])("runs %s", async (_name, document) => {
    await using server = await schemaServer({ benchmarks: [] });
    expect(await new Omnidex({ url: server.url }).query(document as string)).toEqual({ benchmarks: [] });
  });
});
