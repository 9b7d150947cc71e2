import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { Omnidex } from "../../../src/sdk/index.ts";
import { type ServerProcess, serve } from "../../cli/cli-process.ts";
import { createTestDatabase } from "../../support/test-database.ts";
import { ADMIN_KEY } from "../../support/test-server.ts";
import { type RoundRobin, startRoundRobin } from "./round-robin-proxy.ts";

/** How long the load lasts; `npm run test:round-robin` lets it last 30 s. */
const SECONDS = Number(process.env.OMNIDEX_ROUND_ROBIN_SECONDS ?? "5");
const SERVERS = 3;
const [READERS, WRITERS] = [6, 2];

interface Cluster {
  readonly servers: readonly ServerProcess[];
  readonly proxy: RoundRobin;
}

/** Three processes over one empty database, behind a proxy that they trust to state addresses. */
async function startCluster(settings: Readonly<Record<string, string>> = {}): Promise<Cluster> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const environment = {
    DATABASE_URL: database.url,
    OMNIDEX_ADMIN_KEY: ADMIN_KEY,
    OMNIDEX_TRUSTED_PROXIES: "1",
    ...settings,
  };
  const servers = await Promise.all(Array.from({ length: SERVERS }, () => serve(environment)));
  onTestFinished(async () => {
    await Promise.all(servers.map((server) => server.end()));
  });
  const proxy = await startRoundRobin(servers.map(({ url }) => url));
  onTestFinished(async () => {
    await proxy.close();
  });
  return { servers, proxy };
}

const client = (url: string, options: object = {}): Omnidex => new Omnidex({ url, apiKey: ADMIN_KEY, ...options });

const run = (name: string, predictions: readonly { question: string; response: string }[]) => ({
  benchmark: "omnidex-demo",
  model: { name },
  inputs: ["VIDEO" as const],
  visibility: "PUBLIC" as const,
  idempotencyKey: name,
  predictions,
});

const percentile = (times: readonly number[], share: number): number =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

const url = process.env.TEST_DATABASE_URL ?? "";

describe.skipIf(url === "")(`${SERVERS} servers behind a round-robin over one PostgreSQL (TEST_DATABASE_URL)`, () => {
  it("answer a mixed load without an error, and show each writer everything it has written", async () => {
    const { proxy } = await startCluster({ OMNIDEX_LIMITS: "off" });
    const omnidex = client(proxy.url, { maxRetries: 0 });
    const keys: string[] = [];
    for await (const { key } of omnidex.questions({ filter: { benchmarks: ["omnidex-demo"] } })) keys.push(key);
    const predictions = keys.map((question) => ({ question, response: "The answer is A." }));
    const times = { read: [] as number[], submission: [] as number[] };
    const written = new Set<string>();
    const until = performance.now() + SECONDS * 1_000;
    const timed = async <T>(kind: keyof typeof times, work: () => Promise<T>): Promise<T> => {
      const start = performance.now();
      const result = await work();
      times[kind].push(performance.now() - start);
      return result;
    };
    const inPieces = async ({ predictions, ...content }: ReturnType<typeof run>) => {
      const { id } = await omnidex.createRun(content);
      const pieces = [0, 1, 2, 3, 4].map((piece) => predictions.filter((_, index) => index % 5 === piece));
      await Promise.all(pieces.map((piece) => omnidex.appendPredictions(id, piece)));
      return omnidex.finalizeRun(id);
    };
    const reader = async (anonymous: Omnidex): Promise<void> => {
      for (let round = 0; performance.now() < until; round++) {
        const reads = [
          () => anonymous.questions({ filter: { levels: ["REASONING"] }, pageSize: 20 }).page(),
          () => anonymous.leaderboard("omnidex-demo").page(),
          () => anonymous.runs({ pageSize: 20 }).page(),
        ] as const;
        await timed("read", reads[round % reads.length] as () => Promise<unknown>);
      }
    };
    const writer = async (number: number): Promise<void> => {
      for (let round = 0; performance.now() < until; round++) {
        const name = `run ${number} ${round}`;
        // Every second run is sent in pieces, which the proxy distributes over the servers.
        const submit = round % 2 === 0 ? omnidex.submitRun(run(name, predictions)) : inPieces(run(name, predictions));
        const made = await timed("submission", () => submit);
        written.add(made.id);
        // Of the next three requests, each server gets one.
        for (let server = 0; server < SERVERS; server++) {
          const read = await omnidex.run(made.id);
          expect([read?.status, read?.score?.n]).toEqual(["SCORED", made.score?.n]);
        }
      }
    };
    const anonymous = new Omnidex({ url: proxy.url, maxRetries: 0 });
    await Promise.all([
      ...Array.from({ length: READERS }, () => reader(anonymous)),
      ...Array.from({ length: WRITERS }, (_, number) => writer(number)),
    ]);
    await pause(500);
    for (let server = 0; server < SERVERS; server++) {
      const shown = await anonymous.runs({ filter: { benchmarks: ["omnidex-demo"] } }).toArray();
      expect([...written].filter((id) => !shown.some((one) => one.id === id))).toEqual([]);
    }
    expect(Math.max(...proxy.sent) - Math.min(...proxy.sent)).toBeLessThanOrEqual(1);
    for (const [kind, all] of Object.entries(times))
      console.info(
        `${kind}: ${all.length} in ${SECONDS} s, p50 ${percentile(all, 0.5).toFixed(1)} ms, p99 ${percentile(all, 0.99).toFixed(1)} ms`,
      );
  });

  it("share one quota for a caller, whatever address the caller claims", async () => {
    const quota = 300;
    const { proxy } = await startCluster({ OMNIDEX_LIMIT_REQUESTS: String(quota), OMNIDEX_LIMIT_WRONG_KEYS: "5" });
    const statuses = { 200: 0, 429: 0 } as Record<number, number>;
    const started = performance.now();
    const body = JSON.stringify({ query: "{benchmarks{slug}}" });
    const ask = async (index: number): Promise<void> => {
      const headers = { "content-type": "application/json", "x-forwarded-for": `203.0.113.${index % 250}` };
      const { status } = await fetch(`${proxy.url}/graphql`, { method: "POST", headers, body });
      statuses[status] = (statuses[status] ?? 0) + 1;
    };
    // Sends 20 requests at a time, slowly enough for the servers to exchange their counts.
    for (let asked = 0; asked < quota * 2; asked += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, index) => ask(asked + index)));
      await pause(50);
    }
    const seconds = (performance.now() - started) / 1_000;
    const allowed = quota + (seconds * quota) / 60;
    console.info(
      `${statuses[200]} of ${quota * 2} requests admitted in ${seconds.toFixed(1)} s, quota ${allowed.toFixed(0)}`,
    );
    expect(Object.keys(statuses).sort()).toEqual(["200", "429"]);
    expect(statuses[200]).toBeGreaterThanOrEqual(quota);
    // Three servers that count alone would admit three quotas. These servers lag behind each other only by amounts below
    // 1 % of the quota and by the spending of the last 200 ms.
    expect(statuses[200]).toBeLessThanOrEqual(allowed * 1.3);
    const guesses: number[] = [];
    for (let guess = 0; guess < 12; guess++) {
      const headers = { authorization: `Bearer omx_guess_${guess}` };
      guesses.push((await fetch(`${proxy.url}/graphql?query={__typename}`, { headers })).status);
      await pause(250);
    }
    expect(guesses.filter((status) => status === 401).length).toBeLessThanOrEqual(7);
    expect(guesses.at(-1)).toBe(429);
  });
});
