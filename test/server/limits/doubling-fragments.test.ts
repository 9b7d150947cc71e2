import { type FragmentDefinitionNode, Kind, type OperationDefinitionNode, parse } from "graphql";
import { afterAll, beforeAll, expect, it } from "vitest";
import { operationLabel } from "../../../src/server/graphql/plan/operation-label.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";

const LEVELS = 40;

/** Fragments that each spread the next one twice: followed naively, they are 2^40 selections. */
function doublingDocument(last: string, type = "Query"): string {
  const fragments = Array.from({ length: LEVELS }, (_, level) => {
    const next = level + 1 < LEVELS ? `...F${level + 1} ...F${level + 1}` : last;
    return `fragment F${level} on ${type} { ${next} }`;
  });
  return `{ ...F0 } ${fragments.join(" ")}`;
}

it("the label of an operation visits each fragment once", () => {
  const { definitions } = parse(doublingDocument("benchmarks { slug }"));
  const operation = definitions.find((one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION);
  let visits = 0;
  const fragments = Object.fromEntries(
    definitions
      .filter((one): one is FragmentDefinitionNode => one.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => {
        const counted = { ...fragment };
        Object.defineProperty(counted, "selectionSet", {
          get: () => {
            visits += 1;
            return fragment.selectionSet;
          },
        });
        return [fragment.name.value, counted];
      }),
  );
  expect(operation && operationLabel(operation, fragments)).toBe("query benchmarks");
  expect(visits).toBe(LEVELS);
});

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

it.each([
  ["the root", doublingDocument("benchmarks { slug }")],
  ["a list", `query { benchmarks { ...F0 } } ${doublingDocument("slug", "Benchmark").replace("{ ...F0 }", "")}`],
  [
    "an introspection",
    `query { __schema { ...F0 } } ${doublingDocument("description", "__Schema").replace("{ ...F0 }", "")}`,
  ],
  ["a mutation", `mutation { ...F0 } ${doublingDocument("__typename", "Mutation").replace("{ ...F0 }", "")}`],
])("a server answers a document whose fragments double below %s", async (_, document) => {
  const { status } = await server.request(document, {}, { key: null });
  expect([200, 400]).toContain(status);
});
