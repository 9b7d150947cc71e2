import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Omnidex } from "../../src/sdk/index.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";

/** The fault that one request meets on its way to the server. */
type Fault = "503" | "429" | "cut" | null;

/**
 * The real server behind a proxy that fails according to a plan. A cut answer ends half-way, and its connection is
 * closed.
 */
async function faultyServer(server: TestServer, plan: readonly Fault[]) {
  const app = createServer(getRequestListener(server.app.fetch));
  await new Promise<void>((listening) => app.listen(0, "127.0.0.1", listening));
  const { port } = app.address() as AddressInfo;
  const served: Fault[] = [];
  const proxy = createServer((incoming, outgoing) => {
    const fault = plan[served.length] ?? null;
    served.push(fault);
    if (fault === "503") return void outgoing.writeHead(503).end("<h1>Starting</h1>");
    if (fault === "429") return void outgoing.writeHead(429, { "retry-after": "1" }).end("<h1>Slow down</h1>");
    const { method, headers, url } = incoming;
    const onward = httpRequest({ port, host: "127.0.0.1", path: url, method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => {
        const body = Buffer.concat(chunks);
        outgoing.writeHead(answer.statusCode ?? 500, { ...answer.headers, "content-length": body.length });
        if (fault !== "cut") return void outgoing.end(body);
        outgoing.write(body.subarray(0, body.length / 2), () => outgoing.destroy());
      });
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((listening) => proxy.listen(0, "127.0.0.1", listening));
  const close = async (): Promise<void> => {
    for (const one of [proxy, app]) {
      one.closeAllConnections();
      await new Promise((closed) => one.close(closed));
    }
  };
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, served, [Symbol.asyncDispose]: close };
}

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

test("every question is returned once despite 503 twice, 429 with Retry-After, and a connection cut in the middle of a page", async () => {
  const plan: Fault[] = [null, "503", "503", "429", "cut", null, "cut"];
  await using faulty = await faultyServer(server, plan);
  const waits: number[] = [];
  const logger = {
    ...console,
    warn: (_message: string, details: { readonly pauseMs: number }) => void waits.push(details.pauseMs),
  };
  const omnidex = new Omnidex({ url: faulty.url, maxRetries: 4, logger });
  const keys: string[] = [];
  for await (const { key } of omnidex.questions({ pageSize: 60 })) keys.push(key);
  const { questions } = await server.data<{ questions: { nodes: { key: string }[] } }>(
    "{ questions(first: 1000) { nodes { key } } }",
  );
  expect(keys).toEqual(questions.nodes.map(({ key }) => key));
  expect(new Set(keys).size).toBe(keys.length);
  expect(faulty.served.slice(0, plan.length)).toEqual(plan);
  expect(faulty.served).toHaveLength(Math.ceil(keys.length / 60) + plan.filter((fault) => fault !== null).length);
  expect(waits).toHaveLength(5);
  expect(waits[2]).toBe(1_000);
}, 300_000);

test("a reversed list returns every question once, despite 503 and a cut connection", async () => {
  await using faulty = await faultyServer(server, ["cut", null, "503"]);
  const omnidex = new Omnidex({ url: faulty.url });
  const forward = await omnidex.questions({ pageSize: 100 }).toArray();
  const backward = await omnidex.questions({ pageSize: 70 }).reversed().toArray();
  expect(backward.reverse().map(({ id }) => id)).toEqual(forward.map(({ id }) => id));
  const first = forward[100];
  const half = await omnidex.questions({ pageSize: 100 }).page();
  expect(
    (
      await omnidex
        .questions({ after: half.pageInfo.endCursor ?? "" })
        .take(1)
        .toArray()
    )[0]?.id,
  ).toBe(first?.id);
  expect((await half.next())?.nodes[0]?.id).toBe(first?.id);
}, 300_000);
