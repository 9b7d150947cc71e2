import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { readConfig } from "../../src/server/config/config.ts";
import { type RunningServer, startServer } from "../../src/server/main.ts";
import { requestBegins } from "../support/request-begins.ts";
import { seededPlace } from "../support/seeded-database.ts";
import { patientConfig } from "../support/test-database.ts";
import { turns } from "../support/turns.ts";

const QUERY = JSON.stringify({ query: "{ benchmarks { slug } }" });

let server: RunningServer;
let logged: unknown[];
const sockets: Socket[] = [];

async function start(settings: Record<string, string> = {}): Promise<number> {
  logged = [];
  const place = await seededPlace();
  const config = patientConfig({ ...place.environment, PORT: "0", ...settings });
  server = await startServer(config, (_, error) => logged.push(error));
  onTestFinished(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await server.close();
    await place.drop();
  });
  return Number(new URL(server.url).port);
}

async function open(port: number, text = ""): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(text);
  return socket;
}

async function received(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (chunk) => (text += chunk));
  await once(socket, "close");
  return text;
}

const post = (length: number): string =>
  `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

it("idle connections, unfinished headers and kept-alive connections do not delay the shutdown", async () => {
  const port = await start();
  const silent = [await open(port), await open(port, "GET / HTTP/1.1\r\nHost:")];
  const keptAlive = await open(port, "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n");
  await once(keptAlive, "data");
  const ends = [...silent, keptAlive].map((socket) => once(socket, "close"));
  await server.close();
  await Promise.all(ends);
  // A connection that had delayed the shutdown would have been cut off, and logged.
  expect(logged).toEqual([]);
});

it("a request in progress is answered, and its connection is closed", async () => {
  const port = await start();
  const begun = requestBegins();
  const socket = await open(port, post(QUERY.length) + QUERY.slice(0, 5));
  const answer = received(socket);
  await begun;
  const closed = server.close();
  await turns(20);
  socket.write(QUERY.slice(5));
  await closed;
  const text = await answer;
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(text.toLowerCase()).toContain("\r\nconnection: close\r\n");
  expect(text).toContain('"slug":"omnidex-demo"');
});

it("a request that does not end in time is cut off, and the log says so", async () => {
  const port = await start({ OMNIDEX_SHUTDOWN_SECONDS: "1" });
  const begun = requestBegins();
  const socket = await open(port, `${post(1_000)}{`);
  const answer = received(socket);
  await begun;
  await server.close();
  expect(await answer).toBe("");
  expect(logged.map(String)).toEqual(["Error: 1 requests had not ended, and were cut off"]);
});

it("a draining server reports that it is not ready before it stops accepting connections", async () => {
  await start();
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  server.drain();
  const ready = await fetch(`${server.url}/health/ready`);
  expect(ready.status).toBe(503);
  expect(await ready.text()).toContain("The server is shutting down.");
  expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
  const answer = await fetch(`${server.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: QUERY,
  });
  expect(answer.status).toBe(200);
  await server.close();
  await expect(fetch(`${server.url}/health/ready`)).rejects.toThrow();
});

it.each([
  [
    { OMNIDEX_SHUTDOWN_SECONDS: "0" },
    "OMNIDEX_SHUTDOWN_SECONDS must be a number of seconds from 1 to 3600; it is '0'.",
  ],
  [{ OMNIDEX_DRAIN_SECONDS: "1.5" }, "OMNIDEX_DRAIN_SECONDS must be a number of seconds from 0 to 3600; it is '1.5'."],
])("the settings %j are refused", (settings, message) => {
  expect(() => readConfig(settings)).toThrow(message);
});

it("a server can be closed twice", async () => {
  await start();
  await Promise.all([server.close(), server.close()]);
});
