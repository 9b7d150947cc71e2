import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  validate,
  visit,
} from "graphql";
import { LRUCache } from "lru-cache";
import { describe, expect, it } from "vitest";
import { ANONYMOUS } from "../../../src/domain/viewer.ts";
import { documentLimits } from "../../../src/server/graphql/document-limits.ts";
import { estimateCost } from "../../../src/server/graphql/plan/estimate-cost.ts";
import { filterArguments } from "../../../src/server/graphql/plan/filter-arguments.ts";
import { operationLabel } from "../../../src/server/graphql/plan/operation-label.ts";
import { type CompiledOperations, PreparedOperation } from "../../../src/server/graphql/replies/prepared-operation.ts";
import { createSchema } from "../../../src/server/graphql/schema.ts";

/*
 * A short document can stand for very many selections: each of its fragments spreads the next one twice. Whatever walks over
 * a document must visit each fragment once, or stop at a limit. This counts how often the walkers of the server read a
 * selection set of such documents.
 */

const LEVELS = 40;
const schema = createSchema();

interface Read {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
}

/** Each file that walks over documents, with a call of its walker. */
const WALKERS: Readonly<Record<string, (read: Read) => unknown>> = {
  "graphql/plan/operation-label.ts": ({ operation, fragments }) => operationLabel(operation, fragments),
  "graphql/plan/filter-arguments.ts": ({ operation, fragments }) =>
    filterArguments(schema, operation, fragments)({ yes: true, no: false }),
  "graphql/plan/selection.ts": ({ operation, fragments }) =>
    estimateCost(schema, { operation, fragments, variables: {} }),
  "graphql/document-limits.ts": ({ document }) => validate(schema, document, [documentLimits]),
  "graphql/replies/prepared-operation.ts": ({ operation, fragments }) => {
    const all: CompiledOperations = new LRUCache({ max: 10 });
    const prepared = new PreparedOperation(schema, operation, fragments, { name: "", length: 1, all });
    return operation.operation === "query" && prepared.compile(prepared.variables({}) ?? {}, ANONYMOUS);
  },
};
/** Files that read only the fields at the root of an operation, and spread no fragment. */
const ROOT_ONLY = ["graphql/graphql-server.ts"];

/** A document whose fragments `F0` to `F39` on a type double. `next` writes the content of one from the spread of the next. */
function doubling(
  type: string,
  next: (spread: string) => string,
  { last, operation = "{ ...F0 }" }: { readonly last: string; readonly operation?: string },
): string {
  const fragments = Array.from({ length: LEVELS }, (_, level) => {
    const content = level + 1 < LEVELS ? next(`...F${level + 1}`) : last;
    return `fragment F${level} on ${type} { ${content} }`;
  });
  return [operation, ...fragments].join("\n");
}

const twice = (spread: string): string => `${spread} ${spread}`;

const FAMILY: Readonly<Record<string, string>> = {
  "at the root of a query": doubling("Query", twice, { last: "benchmarks { slug }" }),
  "at the root of a mutation": doubling("Mutation", twice, {
    operation: "mutation { ...F0 }",
    last: 'revokeApiKey(input: { id: "key_1" }) { apiKey { id } }',
  }),
  "in a list": doubling("Benchmark", twice, { operation: "{ benchmarks { ...F0 } }", last: "slug" }),
  "in an introspection": doubling("__Schema", twice, { operation: "{ __schema { ...F0 } }", last: "description" }),
  "in an introspection of types": doubling("__Type", (spread) => `ofType { ${spread} ${spread} }`, {
    operation: "{ __schema { types { ...F0 } } }",
    last: "name",
  }),
  "within inline fragments": doubling("Query", (spread) => `... on Query { ${spread} } ... { ${spread} }`, {
    last: "benchmarks { slug }",
  }),
  "behind directives": doubling("Query", (spread) => `${spread} @include(if: $yes) ${spread} @skip(if: $no)`, {
    operation: "query ($yes: Boolean = true, $no: Boolean = false) { ...F0 @include(if: $yes) }",
    last: "benchmarks { slug }",
  }),
  "beside a variable with a large default": doubling("Query", twice, {
    operation: `query ($filter: QuestionFilter = { ${"and: [{ ".repeat(20)}tasks: ["a"]${" }]".repeat(20)} }) { ...F0 }`,
    last: "questions(filter: $filter) { totalCount }",
  }),
  "under aliases": doubling(
    "Benchmark",
    (spread) => `a: release { benchmark { ${spread} } } b: release { benchmark { ${spread} } }`,
    {
      operation: "{ benchmarks { ...F0 } }",
      last: "slug",
    },
  ),
};

/** How many selections sets a document may be read for. An estimate visits up to 10,000 fields, each with a few sets. */
const MOST = 50_000;

/** A document that counts how often its selection sets are read. */
function counted(text: string): Read & { readonly reads: () => number } {
  let reads = 0;
  const document = parse(text);
  visit(document, {
    SelectionSet(node) {
      const { selections } = node;
      Object.defineProperty(node, "selections", {
        enumerable: true,
        get: () => {
          reads += 1;
          return selections;
        },
      });
    },
  });
  const operation = getOperationAST(document);
  if (operation == null) throw new Error("The document has no operation.");
  const fragments = document.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
  return {
    document,
    operation,
    fragments: Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment])),
    reads: () => reads,
  };
}

describe.each(Object.entries(FAMILY))("a document whose fragments double %s", (_, text) => {
  it("is valid", () => {
    expect(validate(schema, parse(text), specifiedRules)).toEqual([]);
  });

  it.each(Object.entries(WALKERS))("is read a limited number of times by %s", (_file, walk) => {
    const read = counted(text);
    const before = read.reads();
    walk(read);
    expect(read.reads() - before).toBeGreaterThan(0);
    expect(read.reads() - before).toBeLessThan(MOST);
  });
});

it("every file of the server that reads selections has its case", () => {
  const root = resolve(import.meta.dirname, "../../../src/server");
  const walking = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.startsWith("generated/"))
    .filter((name) =>
      /\bselectionSet\b|\bFragmentSpread\b|\bFRAGMENT_SPREAD\b/.test(readFileSync(join(root, name), "utf8")),
    );
  expect(walking.sort()).toEqual([...Object.keys(WALKERS), ...ROOT_ONLY].sort());
});
