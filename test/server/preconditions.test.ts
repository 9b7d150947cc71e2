import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exportPath } from "./export/export-client.ts";
import { admin, PAGE, type SocketServer, startSocketServer } from "./socket-server.ts";

let socket: SocketServer;
/** The addresses that have a validator. */
const paths: Record<string, string> = {
  "a query": `/graphql?${new URLSearchParams({ query: PAGE })}`,
  "an export as text": exportPath("ndjson"),
  "an export as Parquet": exportPath("parquet"),
  "a benchmark": "/export/benchmarks/omnidex-demo.json",
  "a description": "/croissant/omnidex-demo",
};
beforeAll(async () => {
  socket = await startSocketServer();
  const { questions } = await socket.server.data<{ questions: { nodes: { key: string }[] } }>(
    '{ questions(first: 1, filter: { benchmarks: ["omnidex-demo"] }) { nodes { key } } }',
  );
  const predictions = [{ question: questions.nodes[0]?.key, response: "A" }];
  const { id } = await socket.server.submit({ predictions, visibility: "PUBLIC" });
  paths["a run"] = `/export/runs/${id}.csv`;
});
afterAll(() => socket.close());

// Without compression, which makes every validator weak.
const get = (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Response> =>
  fetch(socket.url + path, { method, headers: { "accept-encoding": "identity", ...headers } });

const KINDS = [...Object.keys(paths), "a run"];

describe.each(KINDS)("%s", (kind) => {
  const path = (): string => paths[kind] ?? "";

  it("is 304 to a caller that has it, with no other media type than its own", async () => {
    const whole = await get(path());
    const etag = whole.headers.get("etag") ?? "";
    expect([whole.status, etag]).toEqual([200, expect.stringMatching(/^(W\/)?"[\w-]{27}"$/)]);
    const { status, headers } = await get(path(), { "if-none-match": etag });
    expect(status).toBe(304);
    expect([null, whole.headers.get("content-type")]).toContain(headers.get("content-type"));
  });

  it("is 412 to a caller that asks for another version, and 200 for any or the current one", async () => {
    const etag = (await get(path())).headers.get("etag") ?? "";
    const refused = await get(path(), { "if-match": '"old"', "if-none-match": etag, range: "bytes=0-9" });
    expect([refused.status, refused.headers.get("cache-control")]).toEqual([412, "no-store"]);
    expect(refused.headers.get("content-type")).toMatch(/^application\/json/);
    expect(await refused.json()).toEqual({
      errors: [
        {
          message: expect.stringContaining("If-Match"),
          extensions: { code: "CONFLICT", requestId: refused.headers.get("x-request-id") },
        },
      ],
    });
    expect((await get(path(), { "if-match": "*" })).status).toBe(200);
    // A weak validator never matches (RFC 9110, section 13.1.1).
    expect((await get(path(), { "if-match": `"old", ${etag}` })).status).toBe(etag.startsWith("W/") ? 412 : 200);
    expect((await get(path(), { "if-match": '"old"' }, "HEAD")).status).toBe(412);
  });
});

it("answers that have no validator match nothing but *", async () => {
  expect((await get(paths["a query"] ?? "", { ...admin, "if-match": '"old"' })).status).toBe(412);
  expect((await get(paths["a query"] ?? "", { ...admin, "if-match": "*" })).status).toBe(200);
  expect((await get("/graphql?query={nothing}", { "if-match": '"old"' })).status).toBe(412);
});

it("errors and POST have no precondition", async () => {
  expect((await get("/export/questions.xml", { "if-match": '"old"' })).status).toBe(400);
  expect((await socket.post(PAGE, {}, { "if-match": '"old"' })).status).toBe(200);
});
