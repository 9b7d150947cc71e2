import { type IncomingHttpHeaders, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createKey } from "./access/key-calls.ts";
import { admin, json, type SocketServer, startSocketServer } from "./socket-server.ts";

let socket: SocketServer;
/** The key of an owner who is not an administrator. */
let someone: { readonly authorization: string };
beforeAll(async () => {
  socket = await startSocketServer();
  const { secret } = await createKey(socket.server, { name: "someone" });
  someone = { authorization: `Bearer ${secret}` };
});
afterAll(() => socket.close());

interface Received {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Receives the bytes undecoded. `fetch` would decode them. */
function receive(path: string, headers: object, method = "GET", body?: string): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request(`${socket.url}${path}`, { method, headers: { ...headers } }, async (response) => {
      resolve({ status: response.statusCode, headers: response.headers, body: await buffer(response) });
    });
    sent.on("error", reject).end(body);
  });
}

const LONG = `/graphql?query=${encodeURIComponent("{ questions(first: 50) { nodes { key text } } }")}`;
const SHORT = `/graphql?query=${encodeURIComponent("{ questions(first: 1) { totalCount } }")}`;
/** An introspection query, which only the app can answer. */
const BY_THE_APP = `/graphql?query=${encodeURIComponent("{ __schema { types { name description } } }")}`;
const EXPORT = `/export/questions.ndjson?filter=${encodeURIComponent('{"levels":["REASONING"]}')}`;
const EXPORTS: readonly (readonly [name: string, path: string])[] = [
  ["an export", EXPORT],
  ["Parquet", "/export/questions.parquet"],
  ["a benchmark", "/export/benchmarks/omnidex-demo.json"],
  ["a run", "/export/runs/run_1"],
  ["a croissant", "/croissant/omnidex-demo"],
];
const BR = { "accept-encoding": "gzip, br" };

const decoded = ({ headers, body }: Received): string => {
  const encoding = headers["content-encoding"];
  const bytes = encoding === "br" ? brotliDecompressSync(body) : encoding === "gzip" ? gunzipSync(body) : body;
  return bytes.toString("utf8");
};

describe("a long response", () => {
  it.each([
    ["a query", LONG, "br"],
    // These are compressed as they are sent.
    ["a query that the app answers", BY_THE_APP, "gzip"],
    ["an export", EXPORT, "gzip"],
    ["an export of a benchmark", "/export/benchmarks/omnidex-demo.json", "gzip"],
    ["a croissant", "/croissant/omnidex-demo", "gzip"],
  ])("is compressed in an encoding that the reader accepts: %s", async (_, path, best) => {
    const plain = await receive(path, {});
    expect(plain.headers["content-encoding"]).toBeUndefined();
    for (const [accepted, encoding] of [
      ["gzip, br", best],
      ["*", best],
      ["br", best === "br" ? "br" : undefined],
      ["gzip", "gzip"],
      ["br;q=0, gzip", "gzip"],
      ["identity", undefined],
    ]) {
      const answer = await receive(path, { "accept-encoding": accepted });
      expect([answer.status, answer.headers["content-encoding"]]).toEqual([200, encoding]);
      expect(decoded(answer)).toBe(plain.body.toString("utf8"));
      expect(answer.headers.vary?.toLowerCase()).toContain("accept-encoding");
      if (encoding !== undefined) expect(answer.body.length).toBeLessThan(plain.body.length / 2);
    }
  });

  it("is compressed for POST too, and again when it comes from the cache", async () => {
    const body = JSON.stringify({ query: "{ questions(first: 60) { nodes { key text } } }" });
    const answers = [];
    for (const headers of [BR, BR, { ...BR, ...admin }])
      answers.push(
        await receive("/graphql", { ...json, ...headers, "content-length": Buffer.byteLength(body) }, "POST", body),
      );
    for (const answer of answers) expect([answer.status, answer.headers["content-encoding"]]).toEqual([200, "br"]);
    expect(new Set(answers.map(decoded)).size).toBe(1);
  });

  it("is sent uncompressed if it is short or already compressed", async () => {
    for (const path of [SHORT, "/health/live", "/export/questions.parquet"])
      expect((await receive(path, BR)).headers["content-encoding"], path).toBeUndefined();
  });
});

describe("a validator", () => {
  it.each([["a query", LONG] as const, ...EXPORTS])("gives 304 in each encoding: %s", async (_, path) => {
    for (const headers of [BR, {}]) {
      const { headers: first } = await receive(path, headers);
      expect(first.etag).toMatch(/^(W\/)?"[\w-]{27}"$/);
      // A strong validator identifies the exact bytes.
      if (first["content-encoding"] !== undefined) expect(first.etag).toMatch(/^W\//);
      const again = await receive(path, { ...headers, "if-none-match": first.etag });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, first.etag]);
      expect(again.headers.vary).toContain("accept-encoding");
      expect((await receive(path, { ...headers, "if-none-match": '"other"' })).status).toBe(200);
    }
  });

  it("is not sent for a query of a caller with a key", async () => {
    for (const headers of [BR, {}])
      expect((await receive(LONG, { ...headers, ...admin })).headers.etag).toBeUndefined();
  });

  it.each(EXPORTS)("is separate for a caller with a key, and gives 304 in each encoding: %s", async (_, path) => {
    for (const headers of [BR, {}]) {
      const open = (await receive(path, headers)).headers.etag;
      const tags = [open];
      for (const own of [admin, someone]) {
        const { headers: first } = await receive(path, { ...headers, ...own });
        expect(first.etag).toMatch(/^(W\/)?"[\w-]{27}"$/);
        expect(first["cache-control"]).toBe("private, no-cache");
        if (first["content-encoding"] !== undefined) expect(first.etag).toMatch(/^W\//);
        const again = await receive(path, { ...headers, ...own, "if-none-match": first.etag });
        expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, first.etag]);
        expect(again.headers["cache-control"]).toBe("private, no-cache");
        expect(again.headers.vary).toContain("accept-encoding");
        expect(again.headers.vary).toContain("authorization");
        // For this caller, neither the public validator nor that of another caller is valid.
        for (const other of tags)
          expect((await receive(path, { ...headers, ...own, "if-none-match": other })).status).toBe(200);
        expect((await receive(path, { ...headers, "if-none-match": first.etag })).status).toBe(200);
        tags.push(first.etag);
      }
      expect(new Set(tags).size).toBe(3);
    }
  });
});

describe("HEAD", () => {
  it.each([
    LONG,
    SHORT,
    BY_THE_APP,
    EXPORT,
    "/export/runs/run_1",
    "/export/benchmarks/omnidex-demo.json",
    "/croissant/omnidex-demo",
    "/health/live",
    "/health/ready",
    "/",
    "/none",
  ])("returns the headers of GET without a body: %s", async (path) => {
    const [get, head] = [await receive(path, {}), await receive(path, {}, "HEAD")];
    expect([head.status, head.body.length]).toEqual([get.status, 0]);
    for (const name of ["content-type", "etag", "cache-control", "x-data-license"])
      expect(head.headers[name], name).toBe(get.headers[name]);
  });
});
