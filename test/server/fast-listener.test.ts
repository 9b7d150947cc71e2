import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { requestBegins } from "../support/request-begins.ts";
import { admin, json, PAGE, type SocketServer, startSocketServer } from "./socket-server.ts";

let socket: SocketServer;
beforeAll(async () => {
  socket = await startSocketServer();
});
afterAll(() => socket.close());

const deep = `${"[".repeat(101)}${"]".repeat(101)}`;

/** The parts of a response that are the same for equal requests. */
async function essence(response: Response): Promise<object> {
  const body = await response.text();
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    sniff: response.headers.get("x-content-type-options"),
    body: JSON.parse(body.replaceAll(/"requestId":"[^"]*"/g, '"requestId":""') || "null"),
  };
}

it.each<[string, string, RequestInit]>([
  ["a query", "/graphql", { method: "POST", headers: json, body: JSON.stringify({ query: PAGE }) }],
  [
    "null variables",
    "/graphql",
    { method: "POST", headers: json, body: JSON.stringify({ query: PAGE, variables: null }) },
  ],
  ["no query", "/graphql", { method: "POST", headers: json, body: "{}" }],
  ["a body that is not JSON", "/graphql", { method: "POST", headers: json, body: '{"query":' }],
  [
    "a byte order mark",
    "/graphql",
    { method: "POST", headers: json, body: `\uFEFF${JSON.stringify({ query: PAGE })}` },
  ],
  ["a batch", "/graphql", { method: "POST", headers: json, body: `[${JSON.stringify({ query: PAGE })}]` }],
  [
    "a deep body",
    "/graphql",
    { method: "POST", headers: json, body: `{"query":"{__typename}","variables":{"a":${deep}}}` },
  ],
  ["a deep document", "/graphql", { method: "POST", headers: json, body: JSON.stringify({ query: "{a".repeat(101) }) }],
  ["a fault in the document", "/graphql", { method: "POST", headers: json, body: '{"query":"{ nothing }"}' }],
  [
    "an argument out of range",
    "/graphql",
    { method: "POST", headers: json, body: '{"query":"{questions(first:1001){totalCount}}"}' },
  ],
  [
    "introspection",
    "/graphql",
    { method: "POST", headers: json, body: '{"query":"{__schema{queryType{name}} __typename}"}' },
  ],
  [
    "a mutation without a key",
    "/graphql",
    {
      method: "POST",
      headers: json,
      body: JSON.stringify({ query: 'mutation { withdrawRun(input: { run: "run_1" }) { run { id } } }' }),
    },
  ],
  [
    "an operation's name",
    "/graphql",
    {
      method: "POST",
      headers: json,
      body: JSON.stringify({ query: "query A { __typename } query B { b: __typename }", operationName: "B" }),
    },
  ],
  [
    "an operation that the document lacks",
    "/graphql",
    { method: "POST", headers: json, body: JSON.stringify({ query: "query A { __typename }", operationName: "B" }) },
  ],
  [
    "a missing operation name",
    "/graphql",
    {
      method: "POST",
      headers: json,
      body: JSON.stringify({ query: "query A { __typename } query B { b: __typename }" }),
    },
  ],
  [
    "extensions of a client",
    "/graphql",
    {
      method: "POST",
      headers: json,
      body: JSON.stringify({ query: PAGE, extensions: { clientLibrary: { name: "c", version: "1" } } }),
    },
  ],
  [
    "extensions that are no object",
    "/graphql",
    { method: "POST", headers: json, body: JSON.stringify({ query: PAGE, extensions: [] }) },
  ],
  [
    "an unknown hash",
    "/graphql",
    {
      method: "POST",
      headers: json,
      body: JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash: "0".repeat(64) } } }),
    },
  ],
  [
    "a hash of another document",
    "/graphql",
    {
      method: "POST",
      headers: json,
      body: JSON.stringify({
        query: PAGE,
        extensions: { persistedQuery: { version: 1, sha256Hash: "0".repeat(64) } },
      }),
    },
  ],
  [
    "another media type",
    "/graphql",
    {
      method: "POST",
      headers: { ...json, accept: "application/graphql-response+json" },
      body: JSON.stringify({ query: PAGE }),
    },
  ],
  [
    "an unknown media type",
    "/graphql",
    { method: "POST", headers: { ...json, accept: "image/png" }, body: JSON.stringify({ query: PAGE }) },
  ],
  ["a body of another type", "/graphql", { method: "POST", headers: { "content-type": "text/plain" }, body: PAGE }],
  [
    "a wrong key",
    "/graphql",
    { method: "POST", headers: { ...json, authorization: "Bearer nothing" }, body: JSON.stringify({ query: PAGE }) },
  ],
  [
    "an administrator's key",
    "/graphql",
    {
      method: "POST",
      headers: { ...json, ...admin },
      body: JSON.stringify({ query: "{runs(first:100){totalCount}}" }),
    },
  ],
  [
    "a request from a page of another origin",
    "/graphql",
    { method: "POST", headers: { ...json, origin: "https://example.org" }, body: JSON.stringify({ query: PAGE }) },
  ],
  ["GET", `/graphql?query=${encodeURIComponent(PAGE)}`, {}],
  [
    "GET with variables",
    `/graphql?query=${encodeURIComponent("query($n:Int){questions(first:$n){nodes{key}}}")}&variables={"n":2}`,
    {},
  ],
  ["GET with variables that are no JSON", `/graphql?query={__typename}&variables={`, {}],
  [
    "GET of a mutation",
    `/graphql?query=${encodeURIComponent('mutation{withdrawRun(input:{run:"run_1"}){run{id}}}')}`,
    {},
  ],
  ["GET with extensions", `/graphql?query={__typename}&extensions={"traceId":1}`, {}],
  ["GET with extensions that are no JSON", `/graphql?query={__typename}&extensions={`, {}],
  ["GET of nothing", "/graphql?", {}],
  ["GET with another parameter", `/graphql?query={__typename}&x=1`, {}],
  ["another path", "/graphql/x", { method: "POST", headers: json, body: "{}" }],
])("a socket returns the same response as the app: %s", async (_, path, init) => {
  // The second response may come from the cache.
  const [first, second] = [
    await essence(await fetch(socket.url + path, init)),
    await essence(await fetch(socket.url + path, init)),
  ];
  const app = await essence(await socket.server.app.request(path, init));
  expect(first).toEqual(app);
  expect(second).toEqual(app);
});

it.each([
  "application/graphql-response+json; charset=utf-8, application/json; charset=utf-8",
  "application/json, text/plain, */*",
  "application/json, multipart/mixed",
  "application/json;q=0.5, application/graphql-response+json",
  "multipart/mixed;deferSpec=20220824, application/json",
])("the cache answers in the media type that the app would choose: %s", async (accept) => {
  const query = `query Typed { questions(first: 8) { nodes { key } } }`;
  await socket.get({ query });
  const cached = await socket.get({ query }, { accept });
  expect([cached.headers.get("x-omnidex-cost"), cached.headers.get("cache-control")]).toEqual([
    "0;limit=200000",
    "public, max-age=60",
  ]);
  const app = await socket.server.app.request(`/graphql?query=${encodeURIComponent(query)}`, { headers: { accept } });
  expect(cached.headers.get("content-type")).toBe(app.headers.get("content-type"));
});

it("the caller's request id is returned, with and without the cache", async () => {
  for (const id of ["trace-1", "trace-2"]) {
    expect((await socket.post(PAGE, {}, { "x-request-id": id })).headers.get("x-request-id")).toBe(id);
    expect((await socket.get({ query: PAGE }, { "x-request-id": id })).headers.get("x-request-id")).toBe(id);
  }
  expect((await socket.post(PAGE)).headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});

it("the server's own pages are answered from the cache, although browsers send an origin", async () => {
  const page = `{ questions(first: 9) { nodes { key } } own: __typename }`;
  const cost = async (origin: string) => (await socket.post(page, {}, { origin })).headers.get("x-omnidex-cost");
  expect(await cost(socket.url)).toBe("9;limit=200000");
  expect(await cost(socket.url)).toBe("0;limit=200000");
  expect(await cost("https://elsewhere.example")).toBe("9;limit=200000");
});

it("the server survives a client that disconnects in the middle of its body", async () => {
  const before = socket.server.logged.length;
  for (let attempt = 0; attempt < 20; attempt++) {
    const client = connect(socket.port, "127.0.0.1");
    client.on("error", () => {});
    await new Promise<void>((resolve) => client.once("connect", () => resolve()));
    const head = "POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{";
    const begun = requestBegins();
    client.write(head);
    await begun;
    client.destroy();
  }
  expect((await socket.post(PAGE)).status).toBe(200);
  expect(socket.server.logged.slice(before)).toEqual([]);
});

/** The status of a request with these header lines, in this order. */
const statusOf = (lines: readonly string[]): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const body = JSON.stringify({ query: PAGE });
    const client = connect(socket.port, "127.0.0.1");
    let text = "";
    client.on("error", reject).on("close", () => resolve(text.split(" ")[1]));
    client.on("data", (chunk) => (text += chunk));
    const head = ["POST /graphql HTTP/1.1", "host: x", "connection: close", `content-length: ${body.length}`, ...lines];
    client.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  });

it("a second key is refused, in any order of the headers", async () => {
  const [type, accept] = ["content-type: application/json", "accept: application/json"];
  const [key, wrong] = [`authorization: ${admin.authorization}`, "Authorization: Bearer wrong"];
  for (const others of [[type], [accept, type], [type, accept]]) {
    expect(await statusOf([...others, key])).toBe("200");
    for (let first = 0; first <= others.length; first++)
      for (let second = first; second <= others.length; second++) {
        const lines = [...others.slice(0, first), key, ...others.slice(first, second), wrong, ...others.slice(second)];
        expect([lines, await statusOf(lines)]).toEqual([lines, "401"]);
      }
  }
});

it("the cost of a request is returned on every path, and is 0 for a cached response", async () => {
  const cost = async (response: Promise<Response>): Promise<string | null> =>
    (await response).headers.get("x-omnidex-cost");
  const page = `{ questions(first: 7) { nodes { key text } } costs: __typename }`;
  expect(await cost(socket.post(page))).toBe("7;limit=200000");
  expect(await cost(socket.post(page))).toBe("0;limit=200000");
  expect(await cost(socket.post(page, {}, admin))).toBe("7;limit=200000");
  const init = { method: "POST", headers: json, body: JSON.stringify({ query: page }) };
  expect(await cost(Promise.resolve(socket.server.app.request("/graphql", init)))).toBe("7;limit=200000");
  expect(await cost(socket.post("{ extractors { name } }"))).toBe("0;limit=200000");
});
