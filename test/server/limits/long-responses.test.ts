import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TOO_LONG_MARK } from "../../../src/server/graphql/plan/json-pieces.ts";
import { ADMIN_KEY, createTestServer, type TestServer } from "../../support/test-server.ts";

let server: TestServer;
let keys: readonly string[];
/** Ten responses of 100,000 bytes each. */
let searched: string;
/** Forty responses of 1,000,000 bytes each. */
let long: string;

const page = (text: string): string => `predictions(first: 5, filter: { text: ${JSON.stringify(text)} })`;

/** Sends a document, and returns its cost as well. The fast path does not take a document that has a directive. */
async function costOf(document: string): Promise<{ cost: number; code: string | null; statements: readonly string[] }> {
  const statements: string[] = [];
  const stop = server.database.onStatement(({ text }) => statements.push(text));
  const response = await server.app.request("/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${ADMIN_KEY}` },
    body: JSON.stringify({ query: document }),
  });
  stop();
  const { errors } = (await response.json()) as { errors?: readonly { extensions: { code: string } }[] };
  const cost = Number.parseInt(response.headers.get("x-omnidex-cost") ?? "", 10);
  return { cost, code: errors?.[0]?.extensions.code ?? null, statements };
}

const searches = (statements: readonly string[]): number =>
  statements.filter((text) => text.includes("strpos(lower")).length;

const append = (run: string, predictions: readonly object[]): Promise<unknown> =>
  server.data("mutation ($input: AppendPredictionsInput!) { appendPredictions(input: $input) { total } }", {
    input: { run, predictions },
  });

beforeAll(async () => {
  server = await createTestServer();
  const { questions } = await server.data<{ questions: { nodes: { key: string }[] } }>(
    `{ questions(first: 100, filter: { benchmarks: ["omnidex-demo"] }) { nodes { key } } }`,
  );
  keys = questions.nodes.map(({ key }) => key);
  const rows = (count: number, length: number) =>
    keys.slice(0, count).map((key, index) => ({ question: key, response: `(A) ${index} `.padEnd(length, "violin ") }));
  searched = (await server.submit({ predictions: rows(10, 100_000), visibility: "PUBLIC" })).id;
  const all = rows(40, 1_000_000);
  long = await server.openRun({ predictions: all.slice(0, 10) });
  for (const start of [10, 20, 30]) await append(long, all.slice(start, start + 10));
});
afterAll(() => server.close());

describe("a search in responses", () => {
  it("costs what it reads, for each alias, before anything is read", async () => {
    // 1 for the run, 5 for the page, and 1,000 for each scan of 1,000,000 bytes.
    const one = await costOf(
      `{ run(id: "${searched}") { ${page("violin")} { nodes { outcome } pageInfo { hasNextPage } } } }`,
    );
    expect(one).toMatchObject({ cost: 1_006, code: null });
    const shown = await costOf(`{ run(id: "${searched}") { ${page("violin")} { nodes { response } } } }`);
    expect(shown).toMatchObject({ cost: 2_006, code: null });
    const counted = await costOf(`{ run(id: "${searched}") { ${page("violin")} { totalCount } } }`);
    expect(counted).toMatchObject({ cost: 1_001, code: null });
    const aliases = Array.from({ length: 60 }, (_, index) => `a${index}: ${page(`v${index}`)} { totalCount }`);
    expect(await costOf(`{ run(id: "${searched}") { ${aliases.join(" ")} } }`)).toMatchObject({ cost: 60_001 });
    const refused = await costOf(`{ run(id: "${long}") { ${aliases.join(" ")} } }`);
    expect(refused.code).toBe("COST_LIMIT_EXCEEDED");
    expect(searches(refused.statements)).toBe(0);
    const roots = Array.from(
      { length: 60 },
      (_, index) => `a${index}: run(id: "${long}") { ${page("v")} { totalCount } }`,
    );
    const apart = await costOf(`{ ${roots.join(" ")} }`);
    expect(apart.code).toBe("COST_LIMIT_EXCEEDED");
    // At 40,000 each, the quota of the request allows four.
    expect(searches(apart.statements)).toBeLessThanOrEqual(4);
  });

  it("is answered beside a page with invalid arguments", async () => {
    const bad = "bad: predictions(first: 5000) { nodes { response } }";
    const { code, statements } = await costOf(`{ run(id: "${searched}") { ${page("violin")} { totalCount } ${bad} } }`);
    expect([code, searches(statements)]).toEqual(["BAD_USER_INPUT", 1]);
  });

  const fields = `${page("VIOLIN")} { totalCount nodes { outcome question { key } } }`;
  it.each([
    ["a run", () => `run(id: "${searched}") { ${fields} }`],
    ["a node", () => `node(id: "${searched}") { ... on Run { ${fields} } }`],
    ["nodes", () => `nodes(ids: ["${searched}"]) { ... on Run { ${fields} } }`],
    ["the runs of a list", () => `runs(first: 100) { nodes { ${fields} } }`],
    ["the runs of a model", () => `model(slug: "m") { runs(first: 100) { nodes { ${fields} } } }`],
  ])("below %s costs what it reads, on both paths", async (_name, root) => {
    const fast = await costOf(`{ ${root()} }`);
    const slow = await costOf(`{ ${root()} __schema { queryType { name } } }`);
    expect([fast.code, slow.code]).toEqual([null, null]);
    expect(fast.cost).toBeGreaterThan(2_000);
    expect(slow.cost).toBe(fast.cost);
    expect(searches(fast.statements)).toBe(1);
  });
});

describe("a page of long responses", () => {
  const texts = (first: number, selection = "nodes { response }"): string =>
    `predictions(first: ${first}) { ${selection} }`;

  it("is refused before they are read, and a smaller one is answered", async () => {
    const refused = await costOf(`{ run(id: "${long}") { ${texts(40)} } }`);
    expect(refused.code).toBe("COST_LIMIT_EXCEEDED");
    expect(await costOf(`{ run(id: "${long}") { ${texts(20)} } }`)).toMatchObject({ code: null, cost: 21 });
  });

  it.each(["edges { node { response } }", "nodes { extraction { span { text } } }"])(
    "is refused for %s",
    async (selection) => {
      expect((await costOf(`{ run(id: "${long}") { ${texts(40, selection)} } }`)).code).toBe("COST_LIMIT_EXCEEDED");
    },
  );

  it.each([
    ["several names of a text", 20, "nodes { a: response b: response }"],
    ["a response and its answer", 20, "edges { node { response extraction { answer } } }"],
    ["metrics, which are computed from it", 40, "nodes { metrics { name } }"],
  ])("counts %s", async (_name, first, selection) => {
    expect((await costOf(`{ run(id: "${long}") { ${texts(first, selection)} } }`)).code).toBe("COST_LIMIT_EXCEEDED");
    expect((await costOf(`{ run(id: "${long}") { ${texts(10, selection)} } }`)).code).toBeNull();
  });

  it("shares the limit with the other pages of its statement, by what they show", async () => {
    const two = (a: number, b: number): string => `{ run(id: "${long}") { a: ${texts(a)} b: ${texts(b)} } }`;
    expect((await costOf(two(20, 20))).code).toBe("COST_LIMIT_EXCEEDED");
    expect((await costOf(two(25, 5))).code).toBeNull();
    const nodes = (first: number): string =>
      `{ nodes(ids: ["${long}", "${searched}", "run_1"]) { ... on Run { ${texts(first)} } } }`;
    expect((await costOf(nodes(40))).code).toBe("COST_LIMIT_EXCEEDED");
    expect((await costOf(nodes(30))).code).toBeNull();
    // Runs with short responses, and one whose page is longer than an equal share.
    expect((await costOf(`{ runs(first: 100) { nodes { ${texts(100)} } } }`)).code).toBeNull();
  });

  it("is charged for digests, which read the texts, and is not refused", async () => {
    const one = await costOf(`{ run(id: "${long}") { ${texts(40, "nodes { digest }")} } }`);
    expect(one).toMatchObject({ code: null, cost: 40_041 });
    expect(await costOf(`{ run(id: "${long}") { ${texts(40, "nodes { outcome }")} } }`)).toMatchObject({ cost: 41 });
    const six = Array.from({ length: 6 }, (_, index) => `a${index}: ${texts(40, "nodes { digest }")}`);
    expect((await costOf(`{ run(id: "${long}") { ${six.join(" ")} } }`)).code).toBe("COST_LIMIT_EXCEEDED");
  });

  it("is not read once the request's other pages have taken what one request may read", async () => {
    const roots = Array.from({ length: 6 }, (_, index) => `a${index}: run(id: "${long}") { ${texts(30)} }`);
    const { code, statements } = await costOf(`{ ${roots.join(" ")} }`);
    expect(code).toBe("COST_LIMIT_EXCEEDED");
    // Three pages of 30 MB are more than 64 MB.
    expect(statements.filter((text) => text.includes(TOO_LONG_MARK)).length).toBe(3);
  });
});

it("an export reads long responses in pieces of a megabyte", async () => {
  const predictions = keys.slice(0, 12).map((question, index) => ({
    question,
    response: `(A) ${index} `.padEnd(1_000_000, "violin "),
  }));
  const { id } = await server.submit({ predictions });
  const statements: string[] = [];
  const stop = server.database.onStatement(({ text }) => statements.push(text));
  const response = await server.app.request(`/export/runs/${id}?format=omnidex`, {
    headers: { authorization: `Bearer ${ADMIN_KEY}` },
  });
  const rows = (await response.text()).trim().split("\n");
  stop();
  expect(rows.map((row) => JSON.parse(row))).toEqual(predictions);
  // One response in each piece, and the empty piece at the end.
  expect(statements.filter((text) => text.includes("bytes_before"))).toHaveLength(13);
});
