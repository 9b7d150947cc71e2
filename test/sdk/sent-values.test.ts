import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exactJson } from "../../src/sdk/exact-json.ts";
import { Omnidex, OmnidexInputError } from "../../src/sdk/index.ts";
import { cannedServer, data } from "./support/canned-server.ts";

class Model {
  readonly name = "demo";
  get slug(): string {
    return "demo";
  }
}

describe("a value that JSON would drop or replace", () => {
  test.each<[string, unknown, string]>([
    ["NaN", { durationSeconds: { gt: Number.NaN } }, ".durationSeconds.gt is NaN; expected a finite number."],
    ["Infinity", { and: [{}, { stepCount: { lt: Number.POSITIVE_INFINITY } }] }, ".and[1].stepCount.lt is Infinity; "],
    ["a Number object", { gt: new Number(Number.NaN) }, ".gt is of type Number; "],
    ["undefined in a list", { levels: ["REASONING", undefined] }, ".levels[1] is undefined; "],
    ["a hole in a list", { levels: Array(1) }, ".levels[0] is undefined; "],
    ["a bigint", { stepCount: { gt: 5n } }, ".stepCount.gt is of type BigInt; "],
    ["a function", { keys: () => ["a"] }, ".keys is of type Function; "],
    ["a symbol", { text: Symbol("a") }, ".text is of type Symbol; "],
    ["an invalid date", { createdAt: { gte: new Date(Number.NaN) } }, ".createdAt.gte is Invalid Date; "],
    ["a map", new Map([["levels", ["REASONING"]]]), " is of type Map; expected a value that JSON can hold."],
    ["a set", { levels: new Set(["REASONING"]) }, ".levels is of type Set; "],
    ["a promise that was not awaited", Promise.resolve({ levels: ["REASONING"] }), " is of type Promise; "],
    ["a generator", { keys: [].values() }, ".keys is of type "],
    ["a list that was not read", { keys: new Omnidex({ url: "http://x" }).questions() }, ".keys is of type Reversible"],
    ["a toJSON that returns nothing", { keys: { toJSON: () => undefined } }, ".keys is of type Object; "],
    ["a toJSON that returns NaN", { gt: { toJSON: () => Number.NaN } }, ".gt is of type Object; expected a finite"],
  ])("is refused before a request is sent, with its place: %s", async (_, filter, message) => {
    await using server = await cannedServer(data({ run: null }));
    const error = await new Omnidex({ url: server.url })
      .score("run_1", { filter: filter as object })
      .catch((caught) => caught);
    expect(error).toBeInstanceOf(OmnidexInputError);
    expect(error).toMatchObject({ code: "INPUT", row: undefined, problems: [] });
    expect(error.message).toContain(`variables.filter${message}`);
    expect(server.received).toHaveLength(0);
  });

  test("is refused each time that a list is read, and in a submission", async () => {
    const omnidex = new Omnidex({ url: "http://127.0.0.1:9" });
    const list = omnidex.runs({ filter: { parameterCount: { lt: Number.POSITIVE_INFINITY } } });
    for (const reading of [list.page(), list.toArray(), list.take(1).toArray()])
      await expect(reading).rejects.toThrow(
        "variables.filter.parameterCount.lt is Infinity; expected a finite number.",
      );
    const predictions = [{ question: "q", response: "A" }];
    const content = { benchmark: "b", model: { name: "m" }, inputs: ["VIDEO" as const], predictions };
    for (const seed of [1n as never, Number.NaN])
      await expect(omnidex.submitRun({ ...content, seed })).rejects.toThrow(/^variables\.input\.seed is /);
  });
});

test("values that JSON keeps are sent as JSON.stringify writes them", () => {
  const shared = { levels: ["REASONING"] };
  const foreign = Object.assign(Object.create(Object.create(null)), { a: 1 });
  const kept = {
    ...{ left: undefined, none: null, text: "", zero: -0, big: 1e308, list: [], object: {}, bare: Object.create(null) },
    ...{ date: new Date(0), url: new URL("http://x/"), model: new Model(), foreign, both: [shared, { shared }] },
  };
  expect(exactJson(kept)).toBe(JSON.stringify(kept));
  const same = (value: unknown) => exactJson({ value }) === JSON.stringify({ value });
  fc.assert(fc.property(fc.jsonValue(), same));
});

describe("an option that does not exist", () => {
  test.each<[string, (omnidex: Omnidex) => unknown]>([
    ["filer", (omnidex) => omnidex.score("run_1", { filer: { levels: ["REASONING"] } } as object)],
    ["levels", (omnidex) => omnidex.questions({ levels: ["REASONING"] } as object).page()],
    ["levels", (omnidex) => omnidex.questions({ levels: ["REASONING"] } as object).toArray()],
    [
      "filter",
      (omnidex) =>
        omnidex
          .models({ filter: {} } as object)
          .take(1)
          .toArray(),
    ],
    ["0", (omnidex) => omnidex.breakdown("run_1", ["TASK"] as never)],
    ["signals", (omnidex) => omnidex.query("{ answer }", {}, { signals: 1 } as object)],
  ])("is refused before a request is sent: %s", async (name, call) => {
    await using server = await cannedServer(data({ run: null }));
    await expect(call(new Omnidex({ url: server.url }))).rejects.toThrow(
      new OmnidexInputError(`There is no option '${name}' here.`),
    );
    expect(server.received).toHaveLength(0);
  });

  test("is refused by the constructor of the client, unless it is undefined", () => {
    expect(() => new Omnidex({ url: "http://x", apikey: "omx_1" } as object)).toThrow(
      new OmnidexInputError("There is no option 'apikey' here."),
    );
    expect(() => new Omnidex({ url: "http://x", key: undefined } as object)).not.toThrow();
  });

  test("is not one of the documented options, which are all accepted", async () => {
    await using server = await cannedServer(data({ questions: { nodes: [], pageInfo: { hasNextPage: false } } }));
    const hook = () => {};
    const client = { url: server.url, apiKey: "omx_1", fetch, logger: console, logLevel: "off" } as const;
    const omnidex = new Omnidex({ ...client, timeoutMs: 9e3, maxRetries: 1, onRequest: hook, onResponse: hook });
    const call = { signal: new AbortController().signal, timeoutMs: Number.POSITIVE_INFINITY, maxRetries: 0 };
    const list = omnidex.questions({ ...call, onResponse: hook, pageSize: 5, after: "a", filter: {} });
    expect(await list.toArray()).toEqual([]);
  });
});

test.each([
  [{ maxRetries: Number.NaN }, "maxRetries is NaN; expected a number from 0."],
  [{ maxRetries: -1 }, "maxRetries is -1; expected a number from 0."],
  [{ timeoutMs: 0 }, "timeoutMs is 0; expected a number from 1."],
  [{ timeoutMs: "soon" as never }, "timeoutMs is soon; expected a number from 1."],
])("a number that would end a request at once or repeat it forever is refused: %o", async (options, message) => {
  await expect(new Omnidex({ url: "http://127.0.0.1:9" }).viewer(options)).rejects.toThrow(
    new OmnidexInputError(message),
  );
  await expect(new Omnidex({ url: "http://127.0.0.1:9", ...options }).viewer()).rejects.toThrow(message);
});

describe("a variable that the document does not have", () => {
  const count = "query ($filter: QuestionFilter) { questions(filter: $filter) { totalCount } }";
  test.each(["filer", "filt", "filterBy", "a("])("is refused, because a server ignores it: %s", async (name) => {
    const omnidex = new Omnidex({ url: "http://127.0.0.1:9" });
    const message = `The document has no variable '$${name}'.`;
    await expect(omnidex.query(count, { [name]: {} })).rejects.toThrow(new OmnidexInputError(message));
    const list = omnidex.list<object, object, never>(new String(count), () => null, { [name]: {} });
    await expect(list.toArray()).rejects.toThrow(message);
  });

  test("is allowed if it is undefined, because it is not sent", async () => {
    await using server = await cannedServer(data({ answer: 1 }));
    const variables = { filter: {}, filterBy: undefined };
    expect(await new Omnidex({ url: server.url }).query(count, variables)).toEqual({ answer: 1 });
    expect(server.received).toHaveLength(1);
  });

  test("is allowed if it belongs to the page of a list", async () => {
    const page = { nodes: [1], pageInfo: { hasNextPage: false, endCursor: null }, totalCount: 1 };
    await using server = await cannedServer(data({ list: page }));
    const list = new Omnidex({ url: server.url }).list<{ list: typeof page }, object, number>(
      new String("{ list { nodes totalCount pageInfo { hasNextPage endCursor } } }"),
      ({ list }) => list,
    );
    expect(await list.toArray()).toEqual([1]);
    expect((await list.page()).totalCount).toBe(1);
  });
});
