import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import {
  buildSchema,
  type FieldNode,
  type GraphQLField,
  isObjectType,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { describe, expect, test } from "vitest";
import { Omnidex } from "../../src/sdk/index.ts";
import { isRepeatable, mutationFields, REPEATABLE_BY_KEY, REPEATABLE_WRITES } from "../../src/sdk/repeatable.ts";
import { typeDefs } from "../../src/server/generated/schema-sdl.ts";

const OPERATIONS = resolve(import.meta.dirname, "../../src/sdk/operations");
const schema = buildSchema(typeDefs);
const text = readdirSync(OPERATIONS).map((name) => readFileSync(resolve(OPERATIONS, name), "utf8"));

const fieldsOf = (type: string): readonly GraphQLField<unknown, unknown>[] => {
  const object = schema.getType(type);
  return isObjectType(object) ? Object.values(object.getFields()) : [];
};

/** `Type.field` → the arguments that some operation gives it. */
function selectedFields(): Map<string, Set<string>> {
  const selected = new Map<string, Set<string>>();
  const types = new TypeInfo(schema);
  const Field = ({ name, arguments: given = [] }: FieldNode): void => {
    const place = `${types.getParentType()?.name}.${name.value}`;
    const known = selected.get(place) ?? new Set();
    selected.set(place, new Set([...known, ...given.map((argument) => argument.name.value)]));
  };
  visit(parse(text.join("\n")), visitWithTypeInfo(types, { Field }));
  return selected;
}

/** Fields without a method of their own, because another method returns the same data. */
const SAID_ELSEWHERE: Readonly<Record<string, string>> = {
  "Benchmark.questions": "questions({ filter: { benchmarks: [slug] } })",
  "Benchmark.publishedResults": "publishedResults({ filter: { benchmarks: [slug] } })",
  "Question.statistics": "itemAnalysis(benchmark, { filter: { keys: [key] } })",
  "Model.runs": "runs({ filter: { models: [slug] } })",
  "Model.publishedResults": "publishedResults({ filter: { models: [slug] } })",
  "Video.questions": "questions({ filter: { videos: [id] } })",
};

describe("every part of the schema has a method", () => {
  const omnidex = new Omnidex({ url: "http://127.0.0.1:1" }) as unknown as Readonly<Record<string, unknown>>;
  const selected = selectedFields();
  const roots = ["Query", "Mutation"].flatMap((type) => fieldsOf(type).map((field) => [type, field] as const));

  test.each(roots.map(([type, { name }]) => [`${type}.${name}`, name]))("%s", (place, name) => {
    expect(omnidex[name], `Omnidex has no method '${name}'`).toBeTypeOf("function");
    expect(selected.has(place), `no operation selects ${place}`).toBe(true);
  });

  const objects = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && !/^__/.test(type.name));
  const withArguments = objects
    .flatMap(({ name: type }) => fieldsOf(type).map((field) => [`${type}.${field.name}`, field] as const))
    .filter(([place, { args }]) => args.length > 0 && !(place in SAID_ELSEWHERE));

  test.each(withArguments)("with all its arguments: %s", (place, { args }) => {
    const names = args.map((argument) => argument.name);
    expect(names.filter((name) => !selected.get(place)?.has(name))).toEqual([]);
  });

  test("the exceptions exist in the schema", () => {
    const all = objects.flatMap(({ name: type }) => fieldsOf(type).map((field) => `${type}.${field.name}`));
    expect(Object.keys(SAID_ELSEWHERE).filter((place) => !all.includes(place))).toEqual([]);
  });
});

describe("writes", () => {
  test("of the schema are classified as repeatable or not", () => {
    const names = fieldsOf("Mutation").map(({ name }) => name);
    // A repeated review adds another entry to the history. Repeating a split, or a move to a past date, gives CONFLICT.
    const sentOnce = ["reviewKey", "splitLeaderboard", "movePrivateBoard"];
    expect([...REPEATABLE_WRITES, ...REPEATABLE_BY_KEY, ...sentOnce].sort()).toEqual(names.sort());
  });

  test("of API keys and corrections are repeatable only with an idempotency key, and only alone in a document", () => {
    const create = "mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }";
    expect(isRepeatable(create, { input: { name: "x" } })).toBe(false);
    expect(isRepeatable(create, { input: { name: "x", idempotencyKey: null } })).toBe(false);
    expect(isRepeatable(create, undefined)).toBe(false);
    expect(isRepeatable(create, { input: { name: "x", idempotencyKey: "k" } })).toBe(true);
    const both = "mutation ($input: T!) { createApiKey(input: $input) { secret } correctAnswers { rescored } }";
    expect(isRepeatable(both, { input: { idempotencyKey: "k" } })).toBe(false);
    expect(isRepeatable("mutation { finalizeRun }", {})).toBe(true);
  });

  test.each<[string, string[]]>([
    ["{ viewer { owner } }", []],
    ["query mutation { mutation: viewer { owner } }", []],
    ["mutation { finalizeRun }", ["finalizeRun"]],
    [
      'mutation M($x: [Int!] = [1], $y: T = { a: 1 }) @d(r: "}") { a: submitRun(input: { k: "}{" }) { run { id } } b }',
      ["submitRun", "b"],
    ],
    ['mutation { submitRun(a: """}""") # }\n createApiKey }', ["submitRun", "createApiKey"]],
    ["mutation { ...Sneaky } fragment Sneaky on Mutation { createApiKey { secret } }", ["...", "Sneaky"]],
    ["query A { a } mutation B { createApiKey }", ["createApiKey"]],
  ])("in %s are found by its root fields", (document, fields) => expect(mutationFields(document)).toEqual(fields));
});
