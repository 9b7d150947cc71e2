import fc from "fast-check";
import { initGraphQLTada } from "gql.tada";
import { type DocumentNode, parse, print, visit } from "graphql";
import { expect, test } from "vitest";
import { printDocument } from "../../src/sdk/print-document.ts";
import { Random } from "../fixtures/random.ts";
import { RandomDocument } from "../server/random-document.ts";

/** Without the difference between strings in single and in triple quotes, which have the same meaning. */
const unquoted = (document: DocumentNode): DocumentNode =>
  visit(document, { StringValue: (node) => ({ ...node, block: false }) });

/** graphql-js must parse the printed text to the same document. */
const expectSame = (document: DocumentNode): void => {
  expect(print(parse(printDocument(document), { noLocation: true }))).toBe(print(unquoted(document)));
};

test("random documents are printed with the same meaning as by graphql-js", () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const random = new Random(seed);
      expectSame(parse(new RandomDocument(random, ["question_1", "video_2"]).write(), { noLocation: true }));
    }),
    { numRuns: 300 },
  );
});

test("any text in a string is preserved", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const document = parse(`{ questions(filter: { text: ${JSON.stringify(text)} }) { totalCount } }`);
      const again = parse(printDocument(document));
      expect(print(again)).toBe(print(document));
    }),
  );
});

test.each([
  'query Q($a: [Int!]! = [1, -2, 3.5e10] @d, $b: T = { x: null, y: { z: TRUE } }, $c: B = true) @d(r: "}") { a }',
  "mutation { a: b(c: $d, e: [[1], []], f: {}) @skip(if: $g) { ... on H { i } ... @include(if: $j) { k } ...L @m } }",
  "subscription S { a } fragment L on H @x { i } query { b }",
  '{ a(b: """block "quoted"\n  text""", c: "", d: ENUM, e: "\\u00e9 \\" \\\\ \\n") }',
])("%s is printed with the same meaning", (text) => expectSame(parse(text)));

test("documents of gql.tada, which have no text, are printed with each fragment once", () => {
  const graphql = initGraphQLTada<{ introspection: never }>() as unknown as (
    text: string,
    fragments?: readonly DocumentNode[],
  ) => DocumentNode;
  const name = graphql("fragment Name on Model { name }");
  const document = graphql("query Models { models(first: 1) { nodes { ...Name } } }", [name, name]);
  expect(document.loc).toBeUndefined();
  expectSame(document);
  expect(printDocument(document).match(/fragment Name/g)).toHaveLength(1);
});

test("a schema document is refused", () => {
  expect(() => printDocument(parse("type Query { a: Int }"))).toThrow(
    "An executable document cannot contain a ObjectType",
  );
});
