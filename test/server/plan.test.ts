import fc from "fast-check";
import { parse, validate } from "graphql";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { Random } from "../fixtures/random.ts";
import { importBenchmark } from "../support/admin-imports.ts";
import { cases } from "../support/cases.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";
import { gapBatch } from "./gap-batch.ts";
import { InMemoryGraph, schema } from "./in-memory-graph.ts";
import { RandomDocument, VARIABLES } from "./random-document.ts";

let server: TestServer;
let graph: InMemoryGraph;

beforeAll(async () => {
  server = await createTestServer();
  await importBenchmark(server.database, gapBatch());
  graph = await InMemoryGraph.read(server);
});
afterAll(() => server.close());

const DOCUMENTS = cases(150);

/** The server's answer and the reference's answer are the same text, including the order of the fields. */
async function expectSame(document: string, variables: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const { data, errors } = await server.request(document, variables);
  expect(errors, document).toBeUndefined();
  expect(JSON.stringify(data), document).toBe(JSON.stringify(await graph.answer(document, variables)));
}

it("any document gets the same answer as from graphql-js, and nearly every document is compiled", async () => {
  const compiled = vi.spyOn(server.services.replies, "reply");
  await fc.assert(
    fc.asyncProperty(fc.noShrink(fc.integer()), async (seed) => {
      const document = new RandomDocument(new Random(seed), graph.ids).write();
      expect(validate(schema, parse(document)), document).toEqual([]);
      await expectSame(document, VARIABLES);
    }),
    { numRuns: DOCUMENTS },
  );
  const texts = await Promise.all(compiled.mock.results.map(({ value }) => value as Promise<string | null>));
  expect(texts).toHaveLength(DOCUMENTS);
  expect(texts.filter((text) => text !== null).length).toBeGreaterThan(0.95 * DOCUMENTS);
}, 600_000);

const many = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(" ");
const long = (index: number): string => `${"very_".repeat(14)}long_name_${index}`;

it.each([
  ["60 aliases", `{questions(first:3){nodes{${many(60, (i) => `a${i}:key`)}}}}`],
  ["101 aliases of objects", `{questions(first:2){nodes{${many(101, (i) => `a${i}:task{slug}`)}}}}`],
  [
    "49 and 50 aliases, whose 99 and 101 texts fit and exceed one chain of concatenations",
    `{a:benchmarks{${many(49, (i) => `a${i}:slug`)}} b:benchmarks{${many(50, (i) => `a${i}:slug`)}}}`,
  ],
  [
    "response keys with the same first 70 characters",
    `{benchmarks{${many(4, (i) => `${long(i)}:${i % 2 === 0 ? "slug" : "title"}`)}}}`,
  ],
  [
    "one field, two filters",
    "{videos(first:4){nodes{a:questions(first:9,filter:{levels:[REASONING]}){totalCount nodes{key}} b:questions(first:9,filter:{levels:[PERCEPTION]}){totalCount nodes{key}}}}}",
  ],
  [
    "nodes and edges that use one response key for two fields",
    "{questions(first:3){nodes{x:key id:text} edges{node{x:ordinal id:level}}}}",
  ],
  [
    "several edges and nodes",
    "{questions(first:2){a:edges{x:node{k:key} y:node{k:id}} b:edges{x:node{k:ordinal}} c:nodes{k:text} d:nodes{k:level}}}",
  ],
  [
    "two pairs of response keys that are equal if they are joined by an underscore",
    "{questions(first:2){a_b:edges{c:node{v:key}} a:edges{b_c:node{v:id}}}}",
  ],
  [
    "a field given in two places",
    "{questions(first:2){nodes{task{slug}} ...on QuestionConnection{nodes{task{name} video{key}}}}}",
  ],
  [
    "one page in two fields",
    "{questions(first:2){pageInfo{a:endCursor hasNextPage} p:pageInfo{startCursor} edges{c:cursor} totalCount t:totalCount}}",
  ],
  ["only a count", "{questions(first:2){totalCount}}"],
  [
    "only names of types",
    "{questions(first:2){__typename nodes{__typename} edges{__typename node{__typename} pageless:cursor}}}",
  ],
  ["no included field", "{questions(first:2){nodes{key @skip(if:true)} edges @include(if:false){cursor}}}"],
  ["an empty page", "{questions(first:0){nodes{key} edges{cursor} pageInfo{hasNextPage endCursor} totalCount}}"],
  ["null objects", '{benchmark(slug:"worldsense"){slug release{version} questions(first:1){totalCount nodes{key}}}}'],
  [
    "the parent and the subcategories of a category",
    '{benchmark(slug:"gaps"){categories{slug parent{slug} subcategories{slug parent{slug subcategories{slug}}}}}}',
  ],
  [
    "response keys that are the names of JavaScript's own properties",
    "{benchmarks{__proto__:slug constructor:title toString:id hasOwnProperty:synthetic}}",
  ],
])("a document gets the same answer as from graphql-js: %s", async (_, document) => expectSame(document));

it("variables, lists of one and defaults are coerced like in graphql-js", async () => {
  const document = `query($size:Int=2,$levels:[Level!],$no:Boolean=false){
    questions(first:$size,filter:{levels:$levels}){nodes{key level @skip(if:$no)} totalCount}}`;
  await expectSame(document);
  await expectSame(document, { size: null, levels: ["REASONING"], no: true });
  await expectSame(document, { levels: "REASONING" });
});
