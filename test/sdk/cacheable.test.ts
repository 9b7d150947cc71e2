import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Omnidex, type ResponseInfo } from "../../src/sdk/index.ts";
import { VERSION } from "../../src/sdk/transport.ts";
import { type SocketServer, startSocketServer } from "../server/socket-server.ts";
import { ADMIN_KEY } from "../support/test-server.ts";
import { cannedServer, data, json } from "./support/canned-server.ts";

const ok = data({ answer: 42 });
const query = "query Answers($a: String) { answer(a: $a) }";
const mutation = 'mutation { withdrawRun(input: { run: "run_1" }) { run { id } } }';

describe("a query is sent", () => {
  test("with GET if it is short and has no key, with its variables in the address", async () => {
    await using server = await cannedServer(ok);
    const omnidex = new Omnidex({ url: server.url, apiKey: null });
    await omnidex.query(query, { a: 'ü & "b"' });
    await omnidex.query("{ answer }");
    expect(server.received).toMatchObject([
      { method: "GET", path: "/graphql", query, variables: { a: 'ü & "b"' } },
      { method: "GET", query: "{ answer }", variables: {} },
    ]);
    expect(server.received.map(({ headers }) => headers["content-type"])).toEqual([undefined, undefined]);
  });

  test("with GET up to an address of 4,000 characters", async () => {
    await using server = await cannedServer(ok);
    const omnidex = new Omnidex({ url: server.url, apiKey: null });
    const rest = new URLSearchParams({ query, variables: '{"a":""}' }).toString().length;
    const longest = 4_000 - `${server.url}/graphql?`.length - rest;
    for (const length of [longest, longest + 1]) await omnidex.query(query, { a: "a".repeat(length) });
    expect(server.received.map(({ method }) => method)).toEqual(["GET", "POST"]);
  });

  test.each([
    ["has a key", { apiKey: "omx_secret" }, query],
    ["gets a key from a hook", { onRequest: ({ headers }) => headers.set("authorization", "Bearer omx") }, query],
    ["gets a cookie from a hook", { onRequest: ({ headers }) => headers.set("cookie", "session=1") }, query],
    ["is not to be cached", { cacheable: false }, query],
    ["is a mutation", {}, mutation],
  ] satisfies [string, ConstructorParameters<typeof Omnidex>[0], string][])(
    "with POST if it %s",
    async (_case, options, document) => {
      await using server = await cannedServer(ok);
      await new Omnidex({ url: server.url, apiKey: null, ...options }).query(document);
      expect(server.received).toMatchObject([{ method: "POST", headers: { "content-type": "application/json" } }]);
    },
  );

  test("with POST if the endpoint has parameters of its own, which may be secret", async () => {
    await using server = await cannedServer(ok);
    await new Omnidex({ url: `${server.url}/graphql?gateway-key=1`, apiKey: null }).query(query);
    expect(server.received).toMatchObject([{ method: "POST" }]);
  });

  test("with POST if one call asks for that", async () => {
    await using server = await cannedServer(ok);
    await new Omnidex({ url: server.url, apiKey: null }).query(query, {}, { cacheable: false });
    expect(server.received).toMatchObject([{ method: "POST" }]);
  });

  test.each([405, 414, 431])("with POST once a proxy has refused GET with status %i", async (status) => {
    await using server = await cannedServer(json("<p>No</p>", status), ok);
    const omnidex = new Omnidex({ url: server.url, apiKey: null, maxRetries: 0 });
    expect([await omnidex.query(query), await omnidex.query(query)]).toEqual([{ answer: 42 }, { answer: 42 }]);
    expect(server.received.map(({ method }) => method)).toEqual(["GET", "POST", "POST"]);
  });
});

test("an error page is reported without the document in its address", async () => {
  await using server = await cannedServer(json("down", 502));
  await expect(new Omnidex({ url: server.url, apiKey: null, maxRetries: 0 }).query(query)).rejects.toThrow(
    `${server.url}/graphql answered 502 (application/json) with no GraphQL response.`,
  );
});

describe("the header User-Agent", () => {
  test("names the package, its version and the runtime", async () => {
    await using server = await cannedServer(ok);
    await new Omnidex({ url: server.url }).query(query);
    expect(server.received[0]?.headers["user-agent"]).toMatch(
      new RegExp(`^omnidex-sdk/${VERSION.replaceAll(".", "\\.")}( Node\\.js/\\d+)?$`),
    );
    const root = JSON.parse(readFileSync(resolve(import.meta.dirname, "../../package.json"), "utf8"));
    expect(VERSION).toBe(root.version);
  });

  test("is left to a browser", async () => {
    await using server = await cannedServer(ok);
    const page = globalThis as { location?: unknown };
    page.location = { origin: server.url };
    try {
      await new Omnidex({ url: server.url }).query(query);
    } finally {
      delete page.location;
    }
    expect(server.received[0]?.headers["user-agent"]).not.toMatch(/omnidex/);
  });
});

describe("a server's answer", () => {
  let socket: SocketServer;
  beforeAll(async () => {
    socket = await startSocketServer();
  });
  afterAll(() => socket.close());

  const answers = async (apiKey: string | null): Promise<readonly ResponseInfo[]> => {
    const responses: ResponseInfo[] = [];
    const omnidex = new Omnidex({ url: socket.url, apiKey, onResponse: (response) => void responses.push(response) });
    expect((await omnidex.questions().take(3).toArray()).length).toBe(3);
    expect((await omnidex.facets({ by: ["LEVEL"] })).length).toBe(1);
    expect((await omnidex.benchmark("omnidex-demo"))?.slug).toBe("omnidex-demo");
    return responses;
  };
  const header = (responses: readonly ResponseInfo[], name: string): readonly (string | null)[] =>
    responses.map(({ headers }) => headers.get(name));

  test("to a client without a key can be kept by any cache, apart from answers to other callers", async () => {
    const responses = await answers(null);
    expect(header(responses, "cache-control")).toEqual(Array(3).fill("public, max-age=60"));
    expect(header(responses, "etag").every((etag) => etag !== null)).toBe(true);
    for (const vary of header(responses, "vary")) expect(vary).toContain("authorization");
  });

  test("to a client with a key can be kept by none", async () => {
    expect(header(await answers(ADMIN_KEY), "cache-control")).toEqual([null, null, null]);
  });
});
