import { describe, expect, it, vi } from "vitest";
import { readConfig } from "../../../src/server/config/config.ts";
import { openServerLog } from "../../../src/server/telemetry/server-log.ts";
import { ADMIN_KEY, type Line, watchServer } from "./watched-server.ts";

const server = watchServer({ OMNIDEX_LOG_LEVEL: "debug" });

/** The log line of a request. It is written once the socket reports that the response has been sent. */
async function lineOf(requestId: string): Promise<Line | undefined> {
  const find = (): Line | undefined =>
    server.lines.find((line) => line.requestId === requestId && line.durationMs !== undefined);
  await expect.poll(find).toBeDefined();
  return find();
}

const QUESTIONS = "query Mine { questions(first: 1) { totalCount nodes { key } } }";

describe("a request is logged", () => {
  it("with its operation, duration, cost and status, on every path", async () => {
    for (const [requestId, answeredBy, cost, level] of [
      ["first", "compiled", 1, "info"],
      ["again", "cache", 0, "debug"],
    ] as const) {
      await server.graphql(QUESTIONS, { headers: { "x-request-id": requestId } });
      expect(await lineOf(requestId)).toEqual({
        level,
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        requestId,
        operation: "query questions",
        name: "Mine",
        status: 200,
        durationMs: expect.any(Number),
        cost,
        answeredBy,
        msg: "request",
      });
    }
    await server.graphql("{ a: __typename __schema { queryType { name } } }", { headers: { "x-request-id": "other" } });
    expect(await lineOf("other")).toMatchObject({ operation: "query (several)", answeredBy: "executed" });
  });

  it.each([
    [
      "an unknown field",
      "{ nothing }",
      undefined,
      { code: "BAD_USER_INPUT", operation: "POST /graphql, not executed" },
    ],
    ["a wrong key", "{ __typename }", "omx_wrong_key_of_nobody", { code: "UNAUTHENTICATED", status: 401 }],
    [
      "a mutation that is refused",
      `mutation { withdrawRun(input: { run: "x" }) { run { id } } }`,
      ADMIN_KEY,
      { operation: "mutation withdrawRun", code: "BAD_USER_INPUT" },
    ],
  ])("with the code of its error: %s", async (id, query, key, expected) => {
    const requestId = id.replaceAll(" ", "-");
    await server.graphql(query, { key, headers: { "x-request-id": requestId } });
    expect(await lineOf(requestId)).toMatchObject({ requestId, ...expected });
  });

  it("with the pattern of its route, not with the requested path", async () => {
    for (const [path, operation] of [
      ["/export/questions.csv", "GET /export/:file"],
      ["/export/runs/nothing", "GET /export/runs/:id"],
      ["/croissant/omnidex-demo", "GET /croissant/:benchmark"],
      ["/no/such/path", "GET, no route"],
    ] as const) {
      const requestId = `path.${path.replaceAll("/", ".")}`;
      await (await fetch(server.running().url + path, { headers: { "x-request-id": requestId } })).text();
      expect((await lineOf(requestId))?.operation).toBe(operation);
    }
  });

  it("once, with the sum of their costs, if the server sends itself requests to answer it", async () => {
    const { url } = server.running();
    const fetched = async (requestId: string, path: string, init: RequestInit = {}): Promise<Line | undefined> => {
      const headers = { ...init.headers, "x-request-id": requestId };
      await (await fetch(url + path, { ...init, headers })).text();
      return lineOf(requestId);
    };
    const call = { name: "compare_runs", arguments: { a: "run_3", b: "run_2" } };
    const tool = await fetched("tool", "/mcp", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call }),
    });
    const table = await fetched("table", "/tables/comparison.csv?a=run_3&b=run_2");
    await server.graphql(`{ compareRuns(a: "run_3", b: "run_2") { n } }`, { headers: { "x-request-id": "compared" } });
    const alone = Number((await lineOf("compared"))?.cost);
    for (const [line, operation] of [
      [tool, "POST /mcp"],
      [table, "GET /tables/:file"],
    ] as const) {
      expect(line).toMatchObject({ operation, status: 200 });
      expect(line?.cost).toBeGreaterThan(alone);
      expect(
        server.lines.filter(({ requestId, durationMs }) => requestId === line?.requestId && durationMs),
      ).toHaveLength(1);
    }
  });

  it("at the level debug if it is a probe", async () => {
    await fetch(`${server.running().url}/health/ready`, { headers: { "x-request-id": "probe" } });
    expect(await lineOf("probe")).toMatchObject({ level: "debug", operation: "GET /health/ready" });
  });
});

describe("a log line", () => {
  const DATABASE_URL = "postgres://omnidex:p%40ssw0rd-of-it@db.example/omnidex";
  const secrets = ["p%40ssw0rd-of-it", "p@ssw0rd-of-it", "the-admin-key-0123", 'jud"ge-key\\x'];

  async function logged(...errors: unknown[]): Promise<string> {
    const texts: string[] = [];
    const { telemetry } = readConfig({
      DATABASE_URL,
      OMNIDEX_ADMIN_KEY: "the-admin-key-0123",
      OMNIDEX_JUDGE_API_KEY: 'jud"ge-key\\x',
    });
    const log = await openServerLog(telemetry.log, { write: (text) => texts.push(text) });
    for (const error of errors) log.failure("req", error);
    for (const text of texts) JSON.parse(text);
    return texts.join("");
  }

  it("contains no secret of the settings in any place", async () => {
    const text = await logged(
      new Error(`no connection to ${DATABASE_URL}: ${secrets.join(" ")}`),
      new Error("outer", { cause: new Error(`inner with ${secrets.join(" and ")}`) }),
      `Authorization: Bearer abc.def-ghi`,
      "key omx_live_0123456789abcdef was refused; replica postgres://a:secret1@h/x is out",
    );
    for (const secret of [...secrets, "abc.def-ghi", "omx_live_0123456789abcdef", "secret1"])
      expect(text).not.toContain(secret);
    expect(text).toContain("db.example/omnidex");
    expect(text).toContain("[redacted]");
  });

  it("contains no secret if it is about a request, and has the same members as any other line", async () => {
    const texts: string[] = [];
    const { telemetry } = readConfig({ OMNIDEX_ADMIN_KEY: "the-admin-key-0123" });
    const log = await openServerLog(telemetry.log, { write: (text) => texts.push(text) });
    log.line("warn", ',"name":"the-admin-key-0123 Bearer abc.def-ghi","status":200', 'a "request"');
    log.logger.warn({ name: "[redacted] Bearer [redacted]", status: 200 }, 'a "request"');
    log.line("debug", ',"name":"below the level"', "request");
    const [first, second] = texts.map((text) => ({ ...JSON.parse(text), time: null }));
    expect(first).toEqual(second);
    expect(Object.keys(first)).toEqual(["level", "time", "name", "status", "msg"]);
    expect(texts).toHaveLength(2);
  });

  it("contains neither parameters nor a refused row of the database", async () => {
    const refused = Object.assign(new Error("duplicate key value violates unique constraint"), {
      code: "23505",
      detail: "Key (response)=(The answer is B.) already exists.",
      parameters: ["The answer is B."],
      query: "insert …",
    });
    const text = await logged(refused);
    expect(text).not.toContain("The answer is B.");
    expect(JSON.parse(text).err).toMatchObject({ code: "23505", type: "Error", stack: expect.any(String) });
  });
});

it("the server's log starts no timer that outlives it", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const log = await openServerLog(readConfig({ OMNIDEX_LOG_FORMAT: "json" }).telemetry.log);
    expect(vi.getTimerCount()).toBe(1);
    log.close();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

it.each([
  ["OMNIDEX_LOG_LEVEL", "loud"],
  ["OMNIDEX_LOG_FORMAT", "xml"],
  ["OMNIDEX_SLOW_STATEMENT_MS", "1s"],
  ["OMNIDEX_METRICS_PORT", "70000"],
])("%s=%s is refused", (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(name);
});
