import { afterEach, describe, expect, expectTypeOf, test, vi } from "vitest";
import { Omnidex, OmnidexConnectionError, type ResponseInfo, type Run } from "../../src/sdk/index.ts";
import { cannedServer, data, failure, json } from "./support/canned-server.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

describe("the response of a call", () => {
  test("is returned with its result, in one request, and belongs to that call only", async () => {
    const benchmark = (slug: string, id: string) =>
      json({ data: { benchmark: { slug } } }, 200, { "x-request-id": id });
    await using server = await cannedServer(benchmark("a", "id-a"), benchmark("b", "id-b"));
    const omnidex = new Omnidex({ url: server.url });
    const first = await omnidex.benchmark("a").withResponse();
    const second = await omnidex.benchmark("b").withResponse();
    expect(first).toMatchObject({ data: { slug: "a" }, response: { status: 200, requestId: "id-a", attempt: 1 } });
    expect(first.response?.headers.get("x-request-id")).toBe("id-a");
    expect(first.response?.durationMs).toBeGreaterThan(0);
    expect(second.response?.requestId).toBe("id-b");
    expect(server.received).toHaveLength(2);
  });

  test("is the response of the last attempt; the call's own hook receives each attempt", async () => {
    const limited = failure("RATE_LIMITED", 429, { "retry-after": "0" });
    await using server = await cannedServer(limited, data({ answer: 42 }));
    const told: ResponseInfo[] = [];
    const call = new Omnidex({ url: server.url }).query(
      "{ answer }",
      {},
      { onResponse: (info) => void told.push(info) },
    );
    expect((await call.withResponse()).response).toMatchObject({ status: 200, attempt: 2 });
    expect(told.map(({ status }) => status)).toEqual([429, 200]);
  });

  test("is rejected if the call is rejected", async () => {
    await using server = await cannedServer(failure("NOT_FOUND", 200, {}));
    await expect(new Omnidex({ url: server.url }).query("{ answer }").withResponse()).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

describe("the environment", () => {
  test("gives the address and the API key", async () => {
    await using server = await cannedServer(data({ answer: 42 }), data({ answer: 42 }));
    vi.stubEnv("OMNIDEX_URL", server.url);
    vi.stubEnv("OMNIDEX_API_KEY", "omx_environment");
    await new Omnidex().query("{ answer }");
    await new Omnidex({ apiKey: null }).query("{ answer }");
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual(["Bearer omx_environment", undefined]);
  });

  test("may be missing, forbidden or empty", () => {
    vi.stubEnv("OMNIDEX_URL", "");
    expect(() => new Omnidex()).toThrow(/pass `url` or set OMNIDEX_URL/);
    const refused = () => {
      throw new Error("Requires env access");
    };
    for (const replaced of [undefined, { env: new Proxy({}, { get: refused }) }]) {
      vi.stubGlobal("process", replaced);
      try {
        expect(() => new Omnidex()).toThrow(/pass `url` or set OMNIDEX_URL/);
        expect(new Omnidex({ url: "http://127.0.0.1:4000" }).lastResponse).toBeUndefined();
      } finally {
        // Before anything else runs in this process: sockets that are still closing, and Vitest itself, use `process`.
        vi.unstubAllGlobals();
      }
    }
  });
});

describe("handles", () => {
  test("read the data of a run or benchmark, and serialize only its id or slug", async () => {
    const cells = [{ keys: [], score: { value: 1 } }];
    const compared = { compareRuns: { difference: 0.5 } };
    await using server = await cannedServer(data({ run: { breakdown: cells } }), data(compared), data({ run: null }));
    const omnidex = new Omnidex({ url: server.url });
    const run = omnidex.forRun({ id: "run_1" });
    expect(await run.breakdown({ by: ["LEVEL"] })).toEqual(cells);
    expect((await run.compare("run_2")).difference).toBe(0.5);
    expect((await run.get().withResponse()).data).toBeNull();
    const sent = server.received.map(({ variables }) => variables);
    expect(sent).toMatchObject([{ run: "run_1", by: ["LEVEL"] }, { a: "run_1", b: "run_2" }, { id: "run_1" }]);
    expect(JSON.stringify(run)).toBe('{"id":"run_1"}');
    expect(JSON.stringify(omnidex.forBenchmark({ slug: "mmworld" }))).toBe('{"slug":"mmworld"}');
    expectTypeOf(run.get).returns.resolves.toEqualTypeOf<Run | null>();
  });

  test("name only existing methods", () => {
    const omnidex = new Omnidex({ url: "http://127.0.0.1:4000" });
    for (const handle of [omnidex.forRun("run_1"), omnidex.forBenchmark("mmworld")])
      for (const name of Object.keys(handle).filter((one) => !["id", "slug", "get", "compare"].includes(one)))
        expect(Reflect.get(omnidex, name), name).toBeTypeOf("function");
  });
});

describe("a list that is read with the caller's own document", () => {
  const page = (key: string, endCursor: string | null) => ({
    questions: { nodes: [{ key }], pageInfo: { hasNextPage: endCursor !== null, endCursor } },
  });
  const select = (result: ReturnType<typeof page> | { questions: null }) => result.questions;

  test("is returned page by page like any other", async () => {
    await using server = await cannedServer(data(page("a", "cursor")), data(page("b", null)));
    const omnidex = new Omnidex({ url: server.url });
    const keys = await omnidex
      .list("query Own($level: Level) { x }" as never, select, { level: "REASONING" })
      .toArray();
    expect(keys).toEqual([{ key: "a" }, { key: "b" }]);
    const sent = server.received.map(({ variables }) => variables);
    expect(sent).toMatchObject([{ level: "REASONING", after: null }, { after: "cursor" }]);
  });

  test("is rejected with NOT_FOUND if the object that holds it does not exist", async () => {
    await using server = await cannedServer(data({ questions: null }));
    const list = new Omnidex({ url: server.url }).list("query Own { x }" as never, select);
    await expect(list.toArray()).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

test("in a web page, a connection error names the page's origin and the setting that may be the cause", async () => {
  const failing = () => Promise.reject(new TypeError("Failed to fetch"));
  const options = { url: "https://omnidex.example", fetch: failing, maxRetries: 0 };
  const failureAt = async (origin: string | undefined) => {
    vi.stubGlobal("location", origin && { origin });
    return new Omnidex(options).query("{ answer }").catch((error: unknown) => error);
  };
  const error = await failureAt("https://page.example");
  expect(error).toBeInstanceOf(OmnidexConnectionError);
  expect(String(error)).toMatch(/Failed to fetch.*https:\/\/page\.example.*OMNIDEX_CORS_ORIGINS/);
  for (const own of [undefined, "https://omnidex.example"])
    expect(String(await failureAt(own))).not.toMatch(/OMNIDEX_CORS_ORIGINS/);
});
