import fc from "fast-check";
import { type FragmentDefinitionNode, Kind, type OperationDefinitionNode, parse } from "graphql";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CostBounds, estimateCost } from "../../../src/server/graphql/plan/estimate-cost.ts";
import { Random } from "../../fixtures/random.ts";
import { cases } from "../../support/cases.ts";
import { ADMIN_KEY, createTestServer, type TestServer } from "../../support/test-server.ts";
import { RandomDocument, VARIABLES } from "../random-document.ts";

let server: TestServer;
let ids: readonly string[];

beforeAll(async () => {
  server = await createTestServer();
  const document = "{questions(first:30){nodes{id video{id} task{id} release{id}}} benchmarks{id}}";
  const { questions } = await server.data<{ questions: { nodes: Record<string, string | { id: string }>[] } }>(
    document,
  );
  ids = questions.nodes.flatMap((node) => Object.values(node).map((one) => (typeof one === "string" ? one : one.id)));
});
afterAll(() => server.close());

function estimate(text: string, variables: object = {}): CostBounds {
  const { definitions } = parse(text);
  const operation = definitions.find(
    (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
  );
  const fragments = definitions.filter(
    (node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION,
  );
  if (operation === undefined) throw new Error("no operation");
  const byName = Object.fromEntries(fragments.map((node) => [node.name.value, node]));
  return estimateCost(server.services.schema, { operation, fragments: byName, variables: { ...variables } });
}

async function charged(query: string, variables: object = {}): Promise<{ cost: number; codes: readonly string[] }> {
  const response = await server.app.request("/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${ADMIN_KEY}` },
    body: JSON.stringify({ query, variables }),
  });
  const { errors = [] } = (await response.json()) as { errors?: { extensions: { code: string } }[] };
  const cost = Number.parseInt(response.headers.get("x-omnidex-cost") ?? "", 10);
  return { cost, codes: errors.map(({ extensions }) => extensions.code) };
}

const DOUBLING = Array.from(
  { length: 15 },
  (_, i) => `fragment f${i} on Benchmark{a:release{...g${i}} b:release{...g${i}}}
    fragment g${i} on Release{a:benchmark{${i < 14 ? `...f${i + 1}` : "slug"}} b:benchmark{${i < 14 ? `...f${i + 1}` : "slug"}}}`,
).join("\n");

/** Each root is cheap. Together they would be more than a hundred statements with hundreds of tables each. */
const MANY_ROOTS = `{${Array.from({ length: 120 }, (_, i) => `r${i}:benchmark(slug:"omnidex-demo"){...f0}`).join(" ")}} ${Array.from(
  { length: 4 },
  (_, i) => `fragment f${i} on Benchmark{slug title a:release{...g${i}} b:release{...g${i}}}
    fragment g${i} on Release{version a:benchmark{${i < 3 ? `...f${i + 1}` : "slug"}} b:benchmark{${i < 3 ? `...f${i + 1}` : "slug"}}}`,
).join("\n")}`;

it.each([
  ["fragments whose size doubles under aliases", `{benchmarks{...f0}} ${DOUBLING}`],
  [
    "a chain of a hundred fragments",
    `{benchmarks{...f0}} ${Array.from({ length: 100 }, (_, i) => `fragment f${i} on Benchmark{release{benchmark{${i < 99 ? `...f${i + 1}` : "slug"}}}}`).join("\n")}`,
  ],
  ["many roots with fragments that double a few times", MANY_ROOTS],
])("a document is estimated as infinitely costly and refused: %s", async (_, document) => {
  expect(estimate(document).most).toBe(Number.POSITIVE_INFINITY);
  expect((await charged(document)).codes).toEqual(["COST_LIMIT_EXCEEDED"]);
});

it.each([
  "{...F} fragment F on Query{__schema{queryType{name}} questions(first:7){nodes{key}}}",
  '{... on Query{__type(name:"Run"){name}} questions(first:7){nodes{key}}}',
])("the estimate counts the fields beside introspection: %s", (document) => {
  expect(estimate(document).most).toBe(7);
});

it.each<[string, number, object?]>([
  ["{__typename}", 0],
  ["{__schema{types{name}} questions(first:5){nodes{key}}}", 5],
  ["{questions{nodes{key}}}", 20],
  ["{questions(first:7){totalCount pageInfo{endCursor}}}", 0],
  ["query($n:Int=3){questions(first:$n){edges{node{key video{key}}}}}", 6],
  ["query($n:Int=3){questions(first:$n){edges{node{key video{key}}}}}", 10, { n: 5 }],
  ["{benchmarks{tasks{slug} release{version}}}", 10 + 300 + 10],
  ["{runs(first:3){nodes{score{value interval{lower}} counts{correct}}}}", 3 + 300 + 300],
  ['{leaderboard(benchmark:"omnidex-demo",first:3){nodes{rank value}}}', 2_000],
  ['query($yes:Boolean!){run(id:"run_1"){audit(extractor:"x") @skip(if:$yes){agreements} id}}', 1, { yes: true }],
])("%s costs as much as estimated", async (document, cost, variables) => {
  expect(estimate(document, variables).most).toBe(cost);
  expect((await charged(document, variables)).cost).toBe(cost);
});

it("the estimate of any document is at least its actual cost", async () => {
  await fc.assert(
    fc.asyncProperty(fc.noShrink(fc.integer()), async (seed) => {
      const document = new RandomDocument(new Random(seed), ids).write();
      const { most } = estimate(document, VARIABLES);
      const { cost, codes } = await charged(document, VARIABLES);
      if (codes.length === 0) expect(cost, document).toBeLessThanOrEqual(most);
      if (most > 200_000 && codes.length > 0) expect(codes).toEqual(["COST_LIMIT_EXCEEDED"]);
    }),
    { numRuns: cases(60) },
  );
});

it("a document that costs too much is refused before it is executed", async () => {
  const all = Array.from(
    { length: 6 },
    (_, n) => `all${n}:runs(first:100){nodes{audit(extractor:"first-letter"){agreements}}}`,
  );
  const audits = `{runs(first:3){nodes{id}} ${all.join(" ")}}`;
  const statements: string[] = [];
  const stop = server.database.onStatement(({ text }) => statements.push(text));
  expect(await charged(audits)).toEqual({ cost: 0, codes: ["COST_LIMIT_EXCEEDED"] });
  stop();
  expect(statements).toEqual([]);
});

/** Documents whose cost does not turn on how many objects there are, with the cost. */
const CERTAIN = {
  "34 comparisons": [
    `{${Array.from({ length: 34 }, (_, n) => `a${n}:compareRuns(a:"run_1",b:"run_2",filter:{durationSeconds:{gt:${n}}}){difference}`).join(" ")}}`,
    34 * 6_000,
  ],
  "140 breakdowns of one run, in fragments": [
    `{run(id:"run_1"){${Array.from({ length: 14 }, (_, n) => `...F${n}`).join(" ")}}} ${Array.from(
      { length: 14 },
      (_, n) =>
        `fragment F${n} on Run{${Array.from({ length: 10 }, (_each, m) => `a${n}_${m}:breakdown(by:[TASK],filter:{durationSeconds:{gt:${10 * n + m}}}){score{value}}`).join(" ")}}`,
    ).join(" ")}`,
    140 * 1_500,
  ],
} as const;

it.each(Object.entries(CERTAIN))("%s are refused before anything is read", async (_, [document, cost]) => {
  expect(estimate(document).least).toBe(cost);
  const statements: string[] = [];
  const stop = server.database.onStatement(({ text }) => statements.push(text));
  expect(await charged(document)).toEqual({ cost: 0, codes: ["COST_LIMIT_EXCEEDED"] });
  stop();
  expect(statements).toEqual([]);
});

it.each<[string, number]>([
  ["{questions(first:500){nodes{key video{key}}}}", 0],
  ["{runs(first:100){nodes{breakdown(by:[TASK]){score{value}}}}}", 0],
  ['{run(id:"run_1"){breakdown(by:[TASK]){score{value}} score{value}}}', 1_600],
  // A run without a score has no task score.
  ['{run(id:"run_1"){score{taskScore{task{slug}}}}}', 100],
  ['query($no:Boolean=false){run(id:"run_1"){breakdown(by:[TASK]) @include(if:$no){score{value}}}}', 0],
])("at least, %s costs %d objects", (document, least) => {
  expect(estimate(document).least).toBe(least);
});
