import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TOOLS } from "../../src/mcp/mcp-server.ts";
import { type SocketServer, startSocketServer } from "../server/socket-server.ts";
import { ADMIN_KEY } from "../support/test-server.ts";
import { connectMcp, dataOf, textOf } from "./mcp-client.ts";

let served: SocketServer;
let client: Client;

beforeAll(async () => {
  served = await startSocketServer({ OMNIDEX_CORS_ORIGINS: "https://agents.example.org" });
  client = await connectMcp(served.url, ADMIN_KEY);
});
afterAll(async () => {
  // Of all this, the operator learns which origins were refused.
  expect(served.server.logged.map((error) => (error as { code?: string }).code)).toEqual(Array(3).fill("FORBIDDEN"));
  await client.close();
  await served.close();
});

const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };

/** Posts a body as it is, and returns the status and the parsed answer. */
async function post(body: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`${served.url}/mcp`, { method: "POST", body, headers: { ...HEADERS, ...headers } });
  const text = await response.text();
  // An answer of the sessions of 2025 is one event of a stream.
  const json = /^(?:event: .*\n)?(?:id: .*\n)?data: (.*)$/m.exec(text)?.[1] ?? text;
  return { status: response.status, answer: JSON.parse(json) };
}

const message = (name: string, args: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${JSON.stringify(name)},"arguments":${args}}}`;

const DEMO = '"benchmark":"omnidex-demo"';
const DEEP = 1_000_000;

describe("a wrong argument", () => {
  it.each([
    ["leaderboard", {}, "BAD_USER_INPUT: 'benchmark': "],
    ["leaderboard", { benchmark: 7 }, "BAD_USER_INPUT: 'benchmark': "],
    ["leaderboard", { benchmark: "" }, "BAD_USER_INPUT: 'benchmark': "],
    ["leaderboard", { benchmark: "x".repeat(100_000) }, "BAD_USER_INPUT: 'benchmark': "],
    ["leaderboard", { benchmark: "omnidex-demo", first: 1e9 }, "BAD_USER_INPUT: 'first': "],
    ["leaderboard", { benchmark: "omnidex-demo", first: -1 }, "BAD_USER_INPUT: 'first': "],
    ["leaderboard", { benchmark: "omnidex-demo", after: "nonsense" }, "BAD_USER_INPUT: "],
    ["leaderboard", { benchmark: "omnidex-demo", filters: {} }, "BAD_USER_INPUT: "],
    ["leaderboard", { benchmark: "omnidex-demo", filter: [] }, "BAD_USER_INPUT: 'filter': expected an object"],
    ["leaderboard", { benchmark: "omnidex-demo", filter: { level: ["REASONING"] } }, "BAD_USER_INPUT: "],
    [
      "leaderboard",
      { benchmark: "omnidex-dem" },
      "NOT_FOUND: There is no benchmark 'omnidex-dem'. Did you mean 'omnidex-demo'?",
    ],
    [
      "describe_benchmark",
      { benchmark: "omnidex-dem" },
      "INVALID_FILTER: 'filter.benchmarks[0]': There is no benchmark",
    ],
    [
      "leaderboard",
      { benchmark: "omnidex-demo\u0000\u001b[31m" },
      "BAD_USER_INPUT: A text in the input contains a NUL",
    ],
    ["breakdown", { run: "run_3", by: [] }, "BAD_USER_INPUT: 'by': "],
    ["breakdown", { run: "run_3", by: ["LEVELS"] }, "BAD_USER_INPUT: "],
    ["breakdown", { run: "run_3", by: ["LEVEL", "TASK", "DURATION"] }, "BAD_USER_INPUT: 'by': "],
    ["run_summary", { run: "run_99999999999999999999" }, "NOT_FOUND: "],
    [
      "run_summary",
      { run: "demo-larg" },
      "NOT_FOUND: There is no run or model 'demo-larg'. Did you mean 'demo-large'?",
    ],
    ["run_summary", { run: "__proto__" }, "NOT_FOUND: "],
    ["compare_runs", { a: "run_3" }, "BAD_USER_INPUT: 'b': "],
    ["predictions", { run: "run_3", outcomes: ["wrong"] }, "BAD_USER_INPUT: "],
    ["explain_reading", { run: "run_3", question: "video-001/99" }, "INVALID_FILTER: "],
    [
      "explain_reading",
      { run: "run_3", question: "video-001/0", extractor: "mine" },
      "BAD_USER_INPUT: There is no extractor 'mine'.",
    ],
    ["item_analysis", { benchmark: "omnidex-demo", orderBy: "share" }, "BAD_USER_INPUT: "],
    [
      "validate_submission",
      { benchmark: "omnidex-demo", model: "m", inputs: ["VIDEO"], rows: [] },
      "BAD_USER_INPUT: 'rows': ",
    ],
    [
      "validate_submission",
      { benchmark: "omnidex-demo", model: "m", inputs: ["SMELL"], rows: [{ question: "q" }] },
      "BAD_USER_INPUT: ",
    ],
    [
      "submit_predictions",
      { benchmark: "omnidex-demo", model: "m", inputs: ["VIDEO"], rows: [{ question: 1 }] },
      "BAD_USER_INPUT: 'rows[0].question': ",
    ],
    [
      "submit_predictions",
      { benchmark: "omnidex-demo", model: "m", inputs: ["VIDEO"], rows: [{ question: "none", response: "A" }] },
      "BAD_USER_INPUT: ",
    ],
  ])("%s %j has a code and says what is wrong", async (name, args, expected) => {
    const result = await client.callTool({ name, arguments: args });
    expect([result.isError, textOf(result)]).toEqual([true, expect.stringContaining(expected)]);
    expect(textOf(result).startsWith(expected.split(" ", 1)[0] ?? "")).toBe(true);
    expect(textOf(result).length).toBeLessThan(2_000);
  });

  it.each(TOOLS.map(({ name }) => name))("of %s may be of any type", async (name) => {
    for (const args of ["null", "[]", '"x"', "7", '{"__proto__":{"benchmark":"omnidex-demo"}}', '{"constructor":{}}']) {
      const { status, answer } = await post(message(name, args), { authorization: `Bearer ${ADMIN_KEY}` });
      expect([name, args, status < 500]).toEqual([name, args, true]);
      expect(answer.error ?? answer.result).toBeDefined();
    }
    expect(({} as Record<string, unknown>).benchmark).toBeUndefined();
  });
});

describe("a hostile message", () => {
  const deep = `{${DEMO},"filter":${'{"not":'.repeat(DEEP)}{}${"}".repeat(DEEP)}}`;
  it.each([
    [
      "that nests a million levels deep",
      message("leaderboard", deep),
      [400, 413],
      "nests more than 100 levels|more than",
    ],
    [
      "with a filter of 99 levels",
      message("leaderboard", `{${DEMO},"filter":${'{"not":'.repeat(90)}{}${"}".repeat(90)}}`),
      [200],
      "INVALID_FILTER|BAD_USER_INPUT",
    ],
    [
      "with a hundred thousand values",
      message("leaderboard", `{${DEMO},"filter":{"keys":[${'"a",'.repeat(100_000)}"a"]}}`),
      [400],
      "more than 64000 values",
    ],
    [
      "of two megabytes without a key",
      message("leaderboard", JSON.stringify({ benchmark: "x".repeat(2_000_000) })),
      [413],
      "more than 1048576 bytes",
    ],
    ["that is a list", `[${message("list_benchmarks", "{}")}]`, [400], "one message"],
    ["that is not JSON", "{", [400], "not JSON"],
    ["that is no message", "{}", [400], "not a valid JSON-RPC message"],
    ["that calls an unknown tool", message("drop_tables", "{}"), [200, 400], "drop_tables"],
    ["that calls __proto__", message("__proto__", "{}"), [200, 400], "__proto__"],
  ])("%s is refused", async (_, body, statuses, expected) => {
    const { status, answer } = await post(body);
    expect(statuses).toContain(status);
    expect(JSON.stringify(answer)).toMatch(new RegExp(expected));
  });

  it("of another encoding or type is refused", async () => {
    expect((await post("{}", { "content-encoding": "gzip" })).status).toBe(415);
    expect((await post(message("list_benchmarks", "{}"), { "content-type": "text/plain" })).status).toBe(415);
  });

  it("with a wrong key is refused, and not read as one without a key", async () => {
    const { status, answer } = await post(message("list_benchmarks", "{}"), { authorization: "Bearer omx_wrong" });
    expect([status, answer.errors[0].extensions.code]).toEqual([401, "UNAUTHENTICATED"]);
  });

  it("other than POST is refused", async () => {
    for (const method of ["GET", "DELETE"]) {
      const response = await fetch(`${served.url}/mcp`, { method, headers: { accept: "text/event-stream" } });
      expect([method, response.status, response.headers.get("allow")]).toEqual([method, 405, "POST"]);
    }
  });

  it("from a page of another origin is refused, even if its name points to this server", async () => {
    const body = message("list_benchmarks", "{}");
    const from = async (origin: string) => (await post(body, { origin })).status;
    expect(await from("http://evil.example.com")).toBe(403);
    expect(await from("null")).toBe(403);
    expect(await from("https://agents.example.org")).toBe(200);
    expect(await from("http://localhost:6274")).toBe(200);
  });
});

describe("a long answer", () => {
  it("is cut where it has too many rows, and goes on at the cut", async () => {
    const response = `The answer is (A). ${"Because it is so. ".repeat(200)}`;
    const { questions } = dataOf<{ questions: { key: string }[] }>(
      await client.callTool({ name: "query_questions", arguments: { benchmark: "omnidex-demo", first: 40 } }),
    );
    const sent = questions.map(({ key }) => ({ question: key, response }));
    const { run } = dataOf<{ run: string }>(
      await client.callTool({
        name: "submit_predictions",
        arguments: { benchmark: "omnidex-demo", model: "wordy", inputs: ["VIDEO"], rows: sent },
      }),
    );
    const seen: string[] = [];
    let after: string | undefined;
    let pages = 0;
    do {
      const result = await client.callTool({ name: "predictions", arguments: { run, first: 40, after } });
      const page = dataOf<{
        predictions: { question: string; response: string }[];
        total: number;
        nextCursor: string | null;
        note: string | null;
      }>(result);
      expect(JSON.stringify(result).length).toBeLessThan(80_000);
      expect(page.total).toBe(40);
      for (const each of page.predictions) expect(each.response).toMatch(/… \(cut; \d+ more characters\)$/);
      if (page.nextCursor !== null) expect(page.note).toContain("Shortened to");
      seen.push(...page.predictions.map(({ question }) => question));
      after = page.nextCursor ?? undefined;
      pages += 1;
    } while (after !== undefined);
    expect(seen).toEqual(sent.map(({ question }) => question));
    expect(pages).toBeGreaterThan(2);
  });
});

it("calls count towards the limits of requests and of cost, like any request", async () => {
  const limited = await startSocketServer({
    OMNIDEX_LIMITS: "on",
    OMNIDEX_LIMIT_REQUESTS: "8,8",
    OMNIDEX_LIMIT_COST: "9000,9000",
  });
  const reader = await connectMcp(limited.url, null);
  const codes: string[] = [];
  for (let index = 0; index < 8 && !codes.includes("RATE_LIMITED"); index += 1) {
    const outcome = await reader.callTool({ name: "leaderboard", arguments: { benchmark: "omnidex-demo" } }).then(
      (result) => (result.isError ? textOf(result) : "answered"),
      (error: Error) => error.message,
    );
    codes.push(outcome.includes("RATE_LIMITED") || outcome.includes("429") ? "RATE_LIMITED" : outcome);
  }
  expect(codes).toContain("answered");
  expect(codes.at(-1)).toBe("RATE_LIMITED");
  await reader.close().catch(() => {});
  await limited.close();
});
