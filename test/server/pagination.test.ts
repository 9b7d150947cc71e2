import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeCursor } from "../../src/server/graphql/plan/page-arguments.ts";
import { importBenchmark } from "../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";
import { GAPS, gapBatch } from "./gap-batch.ts";

type Row = object;

interface Page {
  readonly totalCount: number;
  readonly nodes: readonly Row[];
  readonly edges: readonly { readonly cursor: string; readonly node: Row }[];
  readonly pageInfo: Readonly<Record<"hasNextPage" | "hasPreviousPage", boolean>> &
    Readonly<Record<"startCursor" | "endCursor", string | null>>;
}

type PageVariables = Partial<Readonly<Record<"first" | "last", number> & Record<"after" | "before", string | null>>>;

/** A list: its path, and whether it can be paged backwards. */
interface List {
  readonly name: string;
  readonly field: string;
  readonly args?: string;
  /** The document around the list. `LIST` marks the place of the list. */
  readonly within?: string;
  readonly row?: string;
  readonly backward: boolean;
  readonly maximum: number;
}

const ORDERS = ["ORDINAL", "KEY", "DURATION"].flatMap((field) =>
  ["ASC", "DESC"].map((direction) => `orderBy:{field:${field},direction:${direction}}`),
);
const forward = { backward: false, maximum: 100 };
const both = { backward: true, maximum: 1000 };
const ofGaps = `filter:{benchmarks:["${GAPS}"]}`;

const LISTS: readonly List[] = [
  ...ORDERS.flatMap((order) => [
    { name: `questions ${order}`, field: "questions", args: order, ...both },
    { name: `questions with gaps ${order}`, field: "questions", args: `${order},${ofGaps}`, ...both },
    { name: `videos ${order}`, field: "videos", args: order, backward: true, maximum: 100 },
    {
      name: `video.questions ${order}`,
      field: "questions",
      args: order,
      within: 'node(id:"VIDEO"){...on Video{LIST}}',
      ...both,
    },
    {
      name: `benchmark.questions ${order}`,
      field: "questions",
      args: order,
      within: `benchmark(slug:"${GAPS}"){LIST}`,
      ...both,
    },
  ]),
  { name: "nothing", field: "questions", args: 'filter:{text:"no question has this text"}', ...both },
  { name: "models", field: "models", ...forward },
  ...["CREATED_AT", "SCORE"].flatMap((field) =>
    ["ASC", "DESC"].map((direction) => ({
      name: `runs by ${field} ${direction}`,
      field: "runs",
      args: `orderBy:{field:${field},direction:${direction}},filter:{statuses:[OPEN,SCORED]}`,
      ...forward,
    })),
  ),
  { name: "model.runs", field: "runs", within: 'node(id:"MODEL"){...on Model{LIST}}', ...forward },
  {
    name: "leaderboard",
    field: "leaderboard",
    args: 'benchmark:"worldsense"',
    row: "rank model{slug} ...on RankedFigure{publishedResult{id}}",
    ...forward,
  },
  { name: "apiKeys", field: "apiKeys", ...forward },
  { name: "auditLog", field: "auditLog", ...forward },
  { name: "runGroups", field: "runGroups", ...forward },
  { name: "publishedResults", field: "publishedResults", ...forward },
  {
    name: "publishedResults of one model",
    field: "publishedResults",
    within: 'model(slug:"gpt-4o"){LIST}',
    ...forward,
  },
  {
    name: "publishedResults of one benchmark",
    field: "publishedResults",
    within: 'benchmark(slug:"mmworld"){LIST}',
    ...forward,
  },
  {
    name: "predictions",
    field: "predictions",
    within: 'run(id:"RUN"){LIST}',
    row: "question{id}",
    backward: false,
    maximum: 1000,
  },
];

let server: TestServer;
const ids: Record<string, string> = {};

beforeAll(async () => {
  server = await createTestServer();
  await importBenchmark(server.database, gapBatch());
  const input = { benchmark: GAPS, model: { name: "tied" }, inputs: ["VIDEO"] };
  const predictions = [{ question: "q1", response: "A" }];
  for (const idempotencyKey of ["1", "2", "3", "4"]) {
    const submitted = { input: { ...input, idempotencyKey, predictions } };
    const { submitRun } = await server.data<{ submitRun: { run: { id: string; model: { id: string } } } }>(
      "mutation($input:SubmitRunInput!){submitRun(input:$input){run{id model{id}}}}",
      submitted,
    );
    ids.MODEL = submitRun.run.model.id;
    await server.data("mutation($input:CreateRunInput!){createRun(input:$input){run{id}}}", {
      input: { ...input, idempotencyKey: `open ${idempotencyKey}` },
    });
  }
  const { runs, questions } = await server.data<{
    runs: { nodes: { id: string }[] };
    questions: { nodes: { video: { id: string } }[] };
  }>(
    `{runs(filter:{benchmarks:["omnidex-demo"]}){nodes{id}}
      questions(filter:{keys:["video-001/0"]}){nodes{video{id}}}}`,
  );
  ids.RUN = runs.nodes[0]?.id ?? "";
  ids.VIDEO = questions.nodes[0]?.video.id ?? "";
});
afterAll(() => server.close());

/** Asks for one page of a list. */
async function fetchPage(
  { field, args, within = "LIST", row = "id", backward }: List,
  page: PageVariables,
): Promise<Page> {
  const back = backward
    ? { types: ",$last:Int,$before:String", values: ",last:$last,before:$before" }
    : { types: "", values: "" };
  const list = `list:${field}(first:$first,after:$after${back.values}${args === undefined ? "" : `,${args}`}){totalCount
    pageInfo{hasNextPage hasPreviousPage startCursor endCursor} edges{cursor node{${row}}} nodes{${row}}}`;
  const placed = within.replace("LIST", list).replace(/"(VIDEO|MODEL|RUN)"/, (_, name: string) => `"${ids[name]}"`);
  const data = await server.data<object>(`query($first:Int,$after:String${back.types}){${placed}}`, page);
  return ("list" in data ? data.list : (Object.values(data)[0] as { list: Page }).list) as Page;
}

/** All rows, page by page. Also checks the page information of each page. */
async function walk(list: List, size: number, way: "forwards" | "backwards"): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null = null, more = true, left = 0; more; ) {
    const page = await fetchPage(
      list,
      way === "forwards" ? { first: size, after: cursor } : { last: size, before: cursor },
    );
    left = (rows.length === 0 ? page.totalCount : left) - page.nodes.length;
    more = way === "forwards" ? page.pageInfo.hasNextPage : page.pageInfo.hasPreviousPage;
    expect(more, "a next page is announced exactly if there are more rows").toBe(left > 0);
    expect(way === "forwards" ? page.pageInfo.hasPreviousPage : page.pageInfo.hasNextPage).toBe(cursor !== null);
    expect(page.edges.map(({ node }) => node)).toEqual(page.nodes);
    expect(page.pageInfo.startCursor).toBe(page.edges[0]?.cursor ?? null);
    expect(page.pageInfo.endCursor).toBe(page.edges.at(-1)?.cursor ?? null);
    expect(page.nodes.length === size || left === 0).toBe(true);
    rows.splice(way === "forwards" ? rows.length : 0, 0, ...page.nodes);
    cursor = way === "forwards" ? page.pageInfo.endCursor : page.pageInfo.startCursor;
  }
  return rows;
}

const name = (row: object): string => JSON.stringify(row);

describe.each(LISTS)("$name", (list) => {
  it("returns all rows in one order for any page size", async () => {
    const { totalCount } = await fetchPage(list, { first: 0 });
    const whole = await walk(list, list.maximum, "forwards");
    expect(whole).toHaveLength(totalCount);
    expect(new Set(whole.map(name)).size).toBe(totalCount);
    // The page size is large enough that a long list does not take hundreds of requests.
    const size = fc.integer({
      min: Math.min(Math.ceil(totalCount / 12) || 1, list.maximum),
      max: Math.min(totalCount + 1, list.maximum) || 1,
    });
    const way = fc.constantFrom(...(list.backward ? (["forwards", "backwards"] as const) : (["forwards"] as const)));
    await fc.assert(
      fc.asyncProperty(size, way, async (rows, direction) => {
        expect(await walk(list, rows, direction)).toEqual(whole);
      }),
      { numRuns: 3 },
    );
  });

  it("returns pages without rows", async () => {
    for (const page of list.backward ? [{ first: 0 }, { last: 0 }] : [{ first: 0 }]) {
      const { nodes, edges, pageInfo, totalCount } = await fetchPage(list, page);
      expect({ nodes, edges }).toEqual({ nodes: [], edges: [] });
      expect(pageInfo).toEqual({
        hasNextPage: "first" in page && totalCount > 0,
        hasPreviousPage: "last" in page && totalCount > 0,
        startCursor: null,
        endCursor: null,
      });
    }
  });
});

it.each(LISTS)("$name: has cursors that are written as encodeCursor writes them", async (list) => {
  for (const { cursor } of (await fetchPage(list, { first: 50 })).edges) {
    const [name, ...values] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as [string, ...string[]];
    expect(cursor).toBe(encodeCursor(name, values));
  }
});

it("questions have the same cursors from memory and from PostgreSQL", async () => {
  for (const order of ORDERS.filter((each) => each.includes("ORDINAL"))) {
    const edges = `questions(first:50,${order},${ofGaps}){edges{cursor}}`;
    const memory = await server.data<{ questions: object }>(`{${edges}}`);
    const { benchmark } = await server.data<{ benchmark: object }>(`{benchmark(slug:"${GAPS}"){${edges}}}`);
    expect(benchmark).toEqual(memory);
  }
});

it.each(LISTS.filter(({ backward }) => backward))("$name: takes a window between two cursors", async (list) => {
  const { edges } = await fetchPage(list, { first: Math.min(60, list.maximum) });
  const [after, before] = [edges[1]?.cursor ?? null, edges.at(-2)?.cursor ?? null];
  const inside = edges.slice(2, -2).map(({ node }) => node);
  expect((await fetchPage(list, { first: 60, after, before })).nodes).toEqual(
    edges.length < 4 ? expect.anything() : inside,
  );
  if (inside.length > 3) expect((await fetchPage(list, { last: 3, after, before })).nodes).toEqual(inside.slice(-3));
});

type Ordered = {
  readonly key: string;
  readonly ordinal: number;
  readonly video: { readonly durationSeconds: number | null } | null;
};

const ORDER_OF: Readonly<Record<string, (question: Ordered) => string | number>> = {
  ORDINAL: () => 0,
  KEY: ({ key }) => key,
  DURATION: ({ video }) => video?.durationSeconds ?? Number.NaN,
};

it.each(ORDERS)(
  "questions of a benchmark in the order %s have unknown values last, and ties by ordinal",
  async (order) => {
    const { questions } = await server.data<{ questions: { nodes: Ordered[] } }>(
      `{questions(first:1000,${ofGaps},${order}){nodes{key ordinal video{durationSeconds}}}}`,
    );
    const value = ORDER_OF[/field:(\w+)/.exec(order)?.[1] ?? ""] ?? (() => 0);
    const sign = order.includes("DESC") ? -1 : 1;
    const expected = questions.nodes.toSorted((a, b) => {
      const [x, y] = [value(a), value(b)];
      if (Number.isNaN(x) !== Number.isNaN(y)) return Number.isNaN(x) ? 1 : -1;
      return sign * (x < y ? -1 : x > y ? 1 : a.ordinal - b.ordinal);
    });
    expect(questions.nodes).toEqual(expected);
  },
);
