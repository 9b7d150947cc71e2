import { describe, expect, it } from "vitest";
import { emptyListFaults } from "../../../src/server/memory/empty-lists.ts";

const pathsOf = (value: unknown): readonly string[] =>
  emptyListFaults({ argument: "filter", value }).map(({ path }) => path);

const A = { tasks: ["a"] };

describe("a filter matches nothing because of", () => {
  it.each<[string, unknown, readonly string[]]>([
    ["an empty list", { tasks: [] }, ["filter.tasks"]],
    ["two of them", { tasks: [], keys: [], levels: ["REASONING"] }, ["filter.tasks", "filter.keys"]],
    ["an empty 'or'", { ...A, or: [] }, ["filter.or"]],
    ["an empty 'any'", { audioTypes: { any: [] } }, ["filter.audioTypes.any"]],
    ["a list in 'and'", { and: [A, { and: [{ keys: [] }] }] }, ["filter.and[1].and[0].keys"]],
    ["a list in each part of 'or'", { or: [{ tasks: [] }, { keys: [] }] }, ["filter.or[0].tasks", "filter.or[1].keys"]],
    ["a list in the filter of a video's questions", { questions: { tasks: [] } }, ["filter.questions.tasks"]],
  ])("%s", (_, filter, paths) => expect(pathsOf(filter)).toEqual(paths));
});

describe("no list is at fault in", () => {
  it.each<[string, unknown]>([
    ["no filter", null],
    ["one part of 'or'", { or: [{ tasks: [] }, A] }],
    ["'not'", { not: { tasks: [] } }],
    ["an empty 'and'", { and: [] }],
    ["empty 'all' and 'none'", { audioTypes: { all: [], none: [] } }],
    ["runs without inputs", { inputs: [] }],
  ])("%s", (_, filter) => expect(pathsOf(filter)).toEqual([]));
});

it("a filter that is too deep to be accepted is not searched to its end", () => {
  let deep: object = { models: [] };
  for (let level = 0; level < 4_000; level += 1) deep = { and: [deep] };
  expect(pathsOf(deep)).toEqual([]);
});
