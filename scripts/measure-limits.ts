/**
 * Measures how much time rate limits add to a request: `npm run measure:limits`. Two servers in one process share a database,
 * one with limits and one without. They are queried in turn, so that a busy machine slows down both. Prints medians and
 * their ratio.
 */
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { appServices } from "../src/server/app-services.ts";
import { readConfig } from "../src/server/config/config.ts";
import { createApp } from "../src/server/http/app.ts";
import { fastListener } from "../src/server/http/fast-listener.ts";
import { openDatabase } from "../src/server/main.ts";

const ROUNDS = Number(process.env.OMNIDEX_ROUNDS ?? "4000");
const LARGE = "1000000000";
const QUERIES = {
  "cached, without a key": [{ query: "{benchmarks{slug}}" }],
  "a question by its key, uncached": Array.from({ length: ROUNDS }, (_, index) => ({
    query: "query($n:Int!,$k:String!){questions(first:$n,filter:{keys:[$k]}){nodes{key text}}}",
    variables: { n: 1, k: `video-001/${index}-${process.pid}` },
  })),
};

const settings = {
  DATABASE_URL: process.env.TEST_DATABASE_URL ?? "memory:",
  OMNIDEX_LIMITS: "on",
  OMNIDEX_LIMIT_REQUESTS: LARGE,
  OMNIDEX_LIMIT_COST: LARGE,
};
const config = readConfig(settings);
const opened = await openDatabase(config.database);
const log = (id: string, error: unknown): void => console.error(id, error);

async function listen(limits: typeof config.limits) {
  const services = await appServices({ ...config, limits, answerCacheBytes: 32_000_000 }, opened.database, log);
  const server = createServer(fastListener(services, getRequestListener(createApp(services).fetch)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, agent: new Agent({ keepAlive: true, maxSockets: 1 }) };
}

type Target = Awaited<ReturnType<typeof listen>>;

const ask = ({ port, agent }: Target, body: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const start = performance.now();
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const outgoing = request(
      { port, agent, host: "127.0.0.1", path: "/graphql", method: "POST", headers },
      (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`status ${answer.statusCode}`));
        answer.resume().once("end", () => resolve((performance.now() - start) * 1_000));
      },
    );
    outgoing.once("error", reject);
    outgoing.end(body);
  });

const median = (times: number[]): number => times.sort((a, b) => a - b)[times.length >> 1] ?? 0;

const targets = [await listen(null), await listen(config.limits)] as const;
for (const [name, bodies] of Object.entries(QUERIES)) {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const body = JSON.stringify(bodies[round % bodies.length]);
    for (const index of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const time = await ask(targets[index], body);
      if (round >= ROUNDS / 4) times[index].push(time);
    }
  }
  const [without, within] = [median(times[0]), median(times[1])];
  console.info(
    `${name}: ${without.toFixed(1)} µs without limits, ${within.toFixed(1)} µs with; ratio ${(within / without).toFixed(3)}`,
  );
}
await opened.close();
process.exit();
