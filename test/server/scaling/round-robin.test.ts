import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { Omnidex } from "../../../src/sdk/index.ts";
import { type ServerProcess, serve } from "../../cli/cli-process.ts";
import { createTestDatabase } from "../../support/test-database.ts";
import { ADMIN_KEY } from "../../support/test-server.ts";
import { type RoundRobin, startRoundRobin } from "./round-robin-proxy.ts";

/** How many runs each writer submits; the deep run lets it submit 150. */
const RUNS = Number(process.env.OMNIDEX_ROUND_ROBIN_RUNS ?? "25");
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

const url = process.env.TEST_DATABASE_URL ?? "";

describe.skipIf(url === "")(`${SERVERS} servers behind a round-robin over one PostgreSQL (TEST_DATABASE_URL)`, () => {
  it("answer a mixed load without an error, and show each writer everything it has written", async () => {
    const { proxy } = await startCluster({ OMNIDEX_LIMITS: "off" });
    const omnidex = client(proxy.url, { maxRetries: 0 });
    const keys: string[] = [];
    for await (const { key } of omnidex.questions({ filter: { benchmarks: ["omnidex-demo"] } })) keys.push(key);
    const predictions = keys.map((question) => ({ question, response: "The answer is A." }));
    const written = new Set<string>();
    let isWritten = false;
    let reads = 0;
    const inPieces = async ({ predictions, ...content }: ReturnType<typeof run>) => {
      const { id } = await omnidex.createRun(content);
      const pieces = [0, 1, 2, 3, 4].map((piece) => predictions.filter((_, index) => index % 5 === piece));
      await Promise.all(pieces.map((piece) => omnidex.appendPredictions(id, piece)));
      return omnidex.finalizeRun(id);
    };
    const reader = async (anonymous: Omnidex): Promise<void> => {
      for (let round = 0; !isWritten; round++) {
        const kinds = [
          () => anonymous.questions({ filter: { levels: ["REASONING"] }, pageSize: 20 }).page(),
          () => anonymous.leaderboard("omnidex-demo").page(),
          () => anonymous.runs({ pageSize: 20 }).page(),
        ] as const;
        await kinds[round % kinds.length]?.();
        reads += 1;
      }
    };
    const writer = async (number: number): Promise<void> => {
      for (let round = 0; round < RUNS; round++) {
        const name = `run ${number} ${round}`;
        // Every second run is sent in pieces, which the proxy distributes over the servers.
        const submit = round % 2 === 0 ? omnidex.submitRun(run(name, predictions)) : inPieces(run(name, predictions));
        const made = await submit;
        written.add(made.id);
        // Of the next three requests, each server gets one.
        for (let server = 0; server < SERVERS; server++) {
          const read = await omnidex.run(made.id);
          expect([read?.status, read?.score?.n]).toEqual(["SCORED", made.score?.n]);
        }
      }
    };
    const anonymous = new Omnidex({ url: proxy.url, maxRetries: 0 });
    const writing = Promise.all(Array.from({ length: WRITERS }, (_, number) => writer(number))).finally(() => {
      isWritten = true;
    });
    await Promise.all([writing, ...Array.from({ length: READERS }, () => reader(anonymous))]);
    expect(reads).toBeGreaterThan(0);
    const missing = async (): Promise<readonly string[]> => {
      const shown = await anonymous.runs({ filter: { benchmarks: ["omnidex-demo"] } }).toArray();
      return [...written].filter((id) => !shown.some((one) => one.id === id));
    };
    for (let server = 0; server < SERVERS; server++) await expect.poll(missing).toEqual([]);
    expect(Math.max(...proxy.sent) - Math.min(...proxy.sent)).toBeLessThanOrEqual(1);
  });

  it("share one quota for a caller, whatever address the caller claims", async () => {
    const quota = 300;
    const { proxy } = await startCluster({ OMNIDEX_LIMIT_REQUESTS: String(quota), OMNIDEX_LIMIT_WRONG_KEYS: "5" });
    const statuses = { 200: 0, 429: 0 } as Record<number, number>;
    const body = JSON.stringify({ query: "{benchmarks{slug}}" });
    const ask = async (index: number): Promise<void> => {
      const headers = { "content-type": "application/json", "x-forwarded-for": `203.0.113.${index % 250}` };
      const { status } = await fetch(`${proxy.url}/graphql`, { method: "POST", headers, body });
      statuses[status] = (statuses[status] ?? 0) + 1;
    };
    // Sends 20 requests at a time until each server refuses, slowly enough for the servers to exchange their counts.
    for (let asked = 0, refused = 0; refused < 20; asked += 20) {
      const before = statuses[429] ?? 0;
      await Promise.all(Array.from({ length: 20 }, (_, index) => ask(asked + index)));
      refused = (statuses[429] ?? 0) - before;
      await pause(50);
    }
    expect(Object.keys(statuses).sort()).toEqual(["200", "429"]);
    expect(statuses[200]).toBeGreaterThanOrEqual(quota);
    // Three servers that count alone would admit three quotas before all of them refuse. How many more than one quota
    // these admit is tested in shared-spending.test.ts.
    expect(statuses[200]).toBeLessThan(quota * 2);
    const guesses: number[] = [];
    for (let guess = 0; guess < 12 && guesses.at(-1) !== 429; guess++) {
      const headers = { authorization: `Bearer omx_guess_${guess}` };
      guesses.push((await fetch(`${proxy.url}/graphql?query={__typename}`, { headers })).status);
      await pause(250);
    }
    expect(guesses.filter((status) => status === 401).length).toBeLessThanOrEqual(7);
    expect(guesses.at(-1)).toBe(429);
  });
});
