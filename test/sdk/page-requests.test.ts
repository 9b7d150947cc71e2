import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Omnidex, type Page, type Paged } from "../../src/sdk/index.ts";
import { ADMIN_KEY, createTestServer, type TestServer } from "../support/test-server.ts";

type Variables = Readonly<Record<string, unknown>>;

const BENCHMARK = "omnidex-demo";
const filter = { benchmarks: [BENCHMARK], levels: ["REASONING"], durationSeconds: { gt: 60 } } as const;
const runs = { models: ["demo-large", "demo-medium", "demo-small"] };

/** The real server, a client of it, and the variables of the requests since the last `sent()`. */
async function recordedServer() {
  const server = await createTestServer();
  let variables: Variables[] = [];
  const recording: typeof fetch = async (input, init) => {
    variables.push(JSON.parse(String(init?.body)).variables);
    return server.app.fetch(new Request(input, init));
  };
  const omnidex = new Omnidex({ url: "http://127.0.0.1", apiKey: ADMIN_KEY, fetch: recording });
  const sent = (): Variables[] => {
    const all = variables;
    variables = [];
    return all;
  };
  return { server, omnidex, sent };
}

let server: TestServer;
let omnidex: Omnidex;
let sent: () => Variables[];
let run: string;
let other: string;
beforeAll(async () => {
  ({ server, omnidex, sent } = await recordedServer());
  const [first, second] = await omnidex.runs().take(2).toArray();
  run = first?.id ?? "";
  other = second?.id ?? "";
});
afterAll(() => server.close());

/** Reads at most three pages of a list in each way, and returns the items with the variables of each request. */
async function waysOf<T>(list: Paged<T>): Promise<Readonly<Record<string, { items: unknown; requests: Variables[] }>>> {
  const items: T[] = [];
  sent();
  for await (const item of list.take(6)) items.push(item);
  const iterated = { items, requests: sent() };
  const array = { items: await list.take(6).toArray(), requests: sent() };
  const inPages: T[] = [];
  for await (const { nodes } of list.take(6).pages()) inPages.push(...nodes);
  const pages = { items: inPages, requests: sent() };
  const byNext: T[] = [];
  for (let page: Page<T> | null = await list.take(6).page(); page !== null; page = await page.next())
    byNext.push(...page.nodes);
  return { iterated, array, pages, next: { items: byNext, requests: sent() } };
}

const ofPage = ["first", "after", "last", "before", "withTotal"];
const withoutPage = (variables: Variables): Variables =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !ofPage.includes(name)));

type MakeList = (page: { readonly pageSize: number }) => Paged<unknown> | Promise<Paged<unknown>>;

describe("each page of a list is requested with the same filter, order and other arguments", () => {
  const byDuration = { field: "DURATION", direction: "DESC" } as const;
  test.each<[string, MakeList, () => Variables]>([
    [
      "questions",
      (page) => omnidex.questions({ filter, orderBy: byDuration, ...page }),
      () => ({ filter, orderBy: byDuration }),
    ],
    [
      "questions, reversed",
      (page) => omnidex.questions({ filter, orderBy: byDuration, ...page }).reversed(),
      () => ({ filter, orderBy: byDuration }),
    ],
    [
      "prompts",
      (page) => omnidex.prompts({ filter, orderBy: byDuration, template: "omnidex", ...page }),
      () => ({ filter, orderBy: byDuration, template: "omnidex" }),
    ],
    [
      "videos",
      (page) => omnidex.videos({ filter: { questions: filter }, orderBy: byDuration, ...page }),
      () => ({ filter: { questions: filter }, orderBy: byDuration }),
    ],
    [
      "runs",
      (page) =>
        omnidex.runs({ filter: runs, orderBy: { field: "CREATED_AT", direction: "ASC" }, ...page, pageSize: 1 }),
      () => ({ filter: runs, orderBy: { field: "CREATED_AT", direction: "ASC" } }),
    ],
    [
      "predictions",
      (page) => omnidex.predictions(run, { filter: { questions: filter }, ...page }),
      () => ({ run, filter: { questions: filter } }),
    ],
    [
      "publishedResults",
      (page) => omnidex.publishedResults({ filter: { benchmarks: ["worldsense"], overall: true }, ...page }),
      () => ({ filter: { benchmarks: ["worldsense"], overall: true } }),
    ],
    [
      "leaderboard",
      (page) => omnidex.leaderboard(BENCHMARK, { filter, runs, partial: true, published: false, ...page, pageSize: 1 }),
      () => ({
        benchmark: BENCHMARK,
        filter,
        runs,
        partial: true,
        published: false,
        withAbility: false,
        withReferences: false,
      }),
    ],
    [
      "scoreTable",
      (page) => omnidex.scoreTable(BENCHMARK, { by: ["LEVEL"], filter, runs, ...page, pageSize: 1 }),
      () => ({ benchmark: BENCHMARK, by: ["LEVEL"], filter, runs, partial: false, published: true }),
    ],
    [
      "runGroups",
      (page) => omnidex.runGroups({ filter: runs, slice: filter, ...page, pageSize: 1 }),
      () => ({ filter: runs, slice: filter }),
    ],
    [
      "itemAnalysis",
      (page) =>
        omnidex.itemAnalysis(BENCHMARK, { filter, runs, orderBy: { field: "SHARE", direction: "ASC" }, ...page }),
      () => ({
        ...{ benchmark: BENCHMARK, filter, runs, withModel: false },
        orderBy: { field: "SHARE", direction: "ASC" },
      }),
    ],
    [
      "the disagreements of a comparison",
      async (page) => (await omnidex.compareRuns(run, other, { filter, ...page } as object)).disagreements,
      () => ({ a: run, b: other, filter }),
    ],
    [
      "the questions on which one run is better",
      async (page) => (await omnidex.compareRuns(run, other, { filter, ...page } as object)).betterOn("A"),
      () => ({ a: run, b: other, filter, better: "A" }),
    ],
  ])("%s", async (_, make, expected) => {
    const list = await make({ pageSize: 2 });
    const ways = await waysOf(list);
    const whole = await (await make({ pageSize: 100 })).take(6).toArray();
    expect(whole.length).toBeGreaterThan(1);
    for (const [way, { items, requests }] of Object.entries(ways)) {
      expect([way, items]).toEqual([way, whole]);
      expect([way, requests.length]).toEqual([way, expect.toSatisfy((count: number) => count > 1)]);
      for (const variables of requests) expect([way, withoutPage(variables)]).toEqual([way, expected()]);
      const cursors = requests.map(({ after, before }) => after ?? before ?? null);
      expect(cursors[0]).toBeNull();
      expect(new Set(cursors).size).toBe(requests.length);
    }
  });

  test("a list with the caller's own document", async () => {
    const document = new String(`query ($filter: QuestionFilter, $first: Int, $after: String) {
      questions(filter: $filter, first: $first, after: $after) { nodes { key } pageInfo { hasNextPage endCursor } totalCount }
    }`);
    type Result = { questions: Page<{ key: string }> };
    const list = omnidex.list<Result, { filter: typeof filter }, { key: string }>(
      document,
      ({ questions }) => questions,
      { filter },
      { pageSize: 2 },
    );
    const { iterated, next } = await waysOf(list);
    for (const { items, requests } of [iterated, next].filter((way) => way !== undefined)) {
      expect(items).toHaveLength(6);
      expect(requests.map(withoutPage)).toEqual(Array(3).fill({ filter }));
    }
  });
});
