import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { whyNoPostgres } from "../../../scripts/postgres-process.ts";
import { startTemporaryPostgres, type TemporaryPostgres } from "../../../scripts/temporary-postgres.ts";
import { Omnidex } from "../../../src/sdk/index.ts";
import { readConfig } from "../../../src/server/config/config.ts";
import { type RunningServer, startServer } from "../../../src/server/main.ts";
import { ADMIN_KEY } from "../../support/test-server.ts";
import { ask, READ } from "./asking.ts";

/** The number of rows of the large submission. */
const LARGE = 6_000;

/** The most connections that the database accepts. */
const CONNECTIONS = 30;

/** How often one request of the SDK is refused before a database that has stopped starts again. */
const REFUSALS = 5;

const CREATE = `mutation ($input: CreateRunInput!) { createRun(input: $input) { run { id } } }`;

let database: TemporaryPostgres;
let server: RunningServer;

const isHere = whyNoPostgres() === null;

beforeAll(async () => {
  if (!isHere) return;
  database = await startTemporaryPostgres({ max_connections: String(CONNECTIONS), synchronous_commit: "on" });
  const environment = { DATABASE_URL: database.url, OMNIDEX_ADMIN_KEY: ADMIN_KEY, OMNIDEX_RESPONSE_CACHE: "off" };
  server = await startServer(readConfig({ ...environment, PORT: "0" }), () => {});
});

afterAll(async () => {
  await server?.close();
  await database?.stop();
});

const input = (): object => ({
  benchmark: "omnidex-demo",
  model: { name: "outage" },
  inputs: ["VIDEO"],
  idempotencyKey: randomBytes(8).toString("hex"),
});

/** Expects that a read, a write and the readiness probe get 503. */
async function expectUnavailable(): Promise<void> {
  const ready = fetch(`${server.url}/health/ready`).then(({ status }) => ({ status }));
  const asked = [ask(server, READ), ask(server, CREATE, { input: input() }), ready];
  for (const { status, code } of await Promise.all<{ status: number; code?: string | undefined }>(asked))
    expect([status, code ?? "UNAVAILABLE"]).toEqual([503, "UNAVAILABLE"]);
}

const isBack = (): Promise<void> =>
  expect.poll(async () => (await ask(server, READ)).code, { timeout: 60_000 }).toBeUndefined();

describe.skipIf(!isHere)("a database that does not answer", () => {
  it("while it is frozen, callers get UNAVAILABLE, and afterwards they are served", { timeout: 60_000 }, async () => {
    const slow = ask(server, READ);
    database.freeze();
    try {
      await expectUnavailable();
      expect(["UNAVAILABLE", undefined]).toContain((await slow).code);
      // A request that waited for the database would exceed the test's time limit.
      expect((await ask(server, READ)).code).toBe("UNAVAILABLE");
    } finally {
      database.thaw();
    }
    await isBack();
  });

  it("if it freezes during a transaction, the caller gets an error, and the transaction has no effect", {
    timeout: 60_000,
  }, async () => {
    const frozen = server.database.transaction(async (tx) => {
      await tx.query({ text: "create table frozen (id integer)", params: [] });
      database.freeze();
      await tx.query({ text: "insert into frozen values (1)", params: [] });
    });
    await expect(frozen).rejects.toMatchObject({ code: "UNAVAILABLE" });
    database.thaw();
    await isBack();
    const exists = { text: "select to_regclass('frozen')::text as found", params: [] };
    await expect.poll(() => server.database.query(exists)).toEqual([{ found: null }]);
  });

  it("while it is down, callers get UNAVAILABLE, and afterwards they are served", {
    timeout: 60_000,
  }, async () => {
    await database.end("SIGINT");
    await expectUnavailable();
    await database.start();
    await isBack();
  });

  it("if other clients use all connections, callers get UNAVAILABLE, and afterwards they are served", {
    timeout: 60_000,
  }, async () => {
    const others = await takeAllConnections(database.url);
    try {
      await expectUnavailable();
    } finally {
      await Promise.all(others.map((client) => client.end()));
    }
    await isBack();
  });

  it.each([
    ["the request's own statement", READ],
    // The matches of a text condition are cached for all requests.
    ["a statement that other requests share", `query { questions(filter: { text: "violin" }) { totalCount } }`],
  ])(
    "if it cancels a statement after its time limit, the statement is not sent again: %s",
    {
      timeout: 60_000,
    },
    async (_, document) => {
      // Reads the catalogue, so that only the request's own statements wait for the lock.
      await isBack();
      const holder = new Client({ connectionString: database.url });
      // A transaction sees one snapshot of pg_stat_activity, so the client that holds the lock cannot watch.
      const watcher = new Client({ connectionString: database.url });
      await Promise.all([holder.connect(), watcher.connect()]);
      try {
        await holder.query("begin; lock table questions in access exclusive mode");
        const answer = ask(server, document);
        // A statement may still be waiting when it is looked up again, so each is counted once.
        const cancelled = new Map<string, string>();
        const cancelWaiting = async (): Promise<void> => {
          const { rows } = await watcher.query<{ execution: string; text: string }>(CANCEL_WAITING);
          for (const { execution, text } of rows) cancelled.set(execution, text);
        };
        let isAnswered = false;
        const answered = answer.finally(() => {
          isAnswered = true;
        });
        // Cancels the statement with the same SQLSTATE as the time limit, which would take 15 s.
        while (!isAnswered) await cancelWaiting();
        // If the server had sent a statement again, it would have waited for the lock a second time.
        const texts = [...cancelled.values()];
        expect(texts).not.toEqual([]);
        expect(texts).toEqual([...new Set(texts)]);
        expect((await answered).code).toBe("COST_LIMIT_EXCEEDED");
      } finally {
        await Promise.all([holder.end(), watcher.end()]);
      }
      await isBack();
    },
  );

  it("if it stops, and refuses the SDK several times, a submission of 6,000 rows still succeeds", {
    timeout: 180_000,
  }, async () => {
    await importLargeBenchmark(server);
    const refused = new Map<unknown, number>();
    const counting: typeof fetch = async (url, request) => {
      const response = await fetch(url, request);
      if (response.status === 503) refused.set(request?.body, (refused.get(request?.body) ?? 0) + 1);
      return response;
    };
    const client = new Omnidex({ url: server.url, apiKey: ADMIN_KEY, logLevel: "error", fetch: counting });
    const stopped = async (): Promise<void> => {
      await database.end("SIGQUIT");
      await expect.poll(() => Math.max(...refused.values())).toBeGreaterThanOrEqual(REFUSALS);
      await database.start();
    };
    let outage: Promise<void> | null = null;
    const predictions = Array.from({ length: LARGE }, (_, index) => ({ question: `q${index}`, response: "A" }));
    const submitted = await client.submitRun(
      { benchmark: "large", model: { name: "patient" }, inputs: ["VIDEO"], predictions },
      {
        // One piece has arrived, so the submission is not complete.
        onProgress: ({ sent }) => {
          if (sent > 0) outage ??= stopped();
        },
      },
    );
    expect(outage).not.toBeNull();
    await outage;
    expect(submitted).toMatchObject({ counts: { total: LARGE, missing: 0 }, status: "SCORED" });
  });
});

/** Ends the server's connections, and takes all connections that the server may have. */
async function takeAllConnections(url: string): Promise<readonly Client[]> {
  const others: Client[] = [];
  const connect = async (): Promise<boolean> => {
    const client = new Client({ connectionString: url });
    client.on("error", () => {});
    try {
      await client.connect();
      others.push(client);
      return true;
    } catch {
      return false;
    }
  };
  // When a connection of the server ends, a place becomes free a moment later. The server may take it first.
  while (others.length < CONNECTIONS) {
    while (await connect());
    await others[0]?.query(END_OWN);
  }
  return others;
}

const CANCEL_WAITING = `select pg_cancel_backend(pid), pid || ' ' || query_start as execution, query as text from pg_stat_activity
  where application_name = 'omnidex' and wait_event_type = 'Lock'`;

const END_OWN = "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'omnidex%'";

async function importLargeBenchmark({ url }: RunningServer): Promise<void> {
  const questions = Array.from({ length: LARGE }, (_, index) => ({
    key: `q${index}`,
    text: `Which one is it, number ${index}?`,
    options: ["the first", "the second"],
    answer: "A",
    task: "Counting",
    level: "PERCEPTION",
  }));
  const content = { benchmark: { slug: "large", title: "Large", license: "CC0-1.0" }, videos: [], questions };
  const form = new FormData();
  form.append("file", new File([JSON.stringify(content)], "large.json"));
  const headers = { authorization: `Bearer ${ADMIN_KEY}` };
  const response = await fetch(`${url}/import/large`, { method: "POST", headers, body: form });
  expect(await response.json()).toMatchObject({ counts: { questions: LARGE } });
}
