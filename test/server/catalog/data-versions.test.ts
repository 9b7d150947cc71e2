import postgres from "postgres";
import { afterEach, describe, expect, inject, it } from "vitest";
import { appServices } from "../../../src/server/app-services.ts";
import { HeardVersions } from "../../../src/server/db/postgres/heard-versions.ts";
import { createApp } from "../../../src/server/http/app.ts";
import { openDatabase } from "../../../src/server/main.ts";
import { createTestDatabase, patientConfig } from "../../support/test-database.ts";
import { ADMIN_KEY, createTestServer, type TestServer } from "../../support/test-server.ts";

const BOARD = `{leaderboard(benchmark:"omnidex-demo",published:false,partial:true,first:100){totalCount nodes{...on RankedRun{run{id}} model{name} value}}}`;
const SUBMIT = `mutation($input:SubmitRunInput!){submitRun(input:$input){run{id}}}`;
const WITHDRAW = `mutation($run:ID!){withdrawRun(input:{run:$run}){run{id}}}`;

interface Board {
  readonly leaderboard: {
    readonly totalCount: number;
    readonly nodes: readonly { readonly run: { readonly id: string } }[];
  };
}

type Ask = <T>(query: string, variables?: object) => Promise<T>;

const clean: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of clean.splice(0).reverse()) await step();
});

async function newServer(): Promise<TestServer> {
  const server = await createTestServer();
  clean.push(() => server.close());
  return server;
}

/** A key of a question of the demo. */
async function questionKey(ask: Ask): Promise<string> {
  const found = await ask<{ questions: { nodes: { key: string }[] } }>(
    `{questions(filter:{benchmarks:["omnidex-demo"]},first:1){nodes{key}}}`,
  );
  return found.questions.nodes[0]?.key ?? "";
}

async function submit(ask: Ask, key: string): Promise<string> {
  const input = {
    benchmark: "omnidex-demo",
    model: { name: `model ${key}` },
    inputs: ["VIDEO"],
    idempotencyKey: key,
    predictions: [{ question: await questionKey(ask), response: "A" }],
  };
  const { submitRun } = await ask<{ submitRun: { run: { id: string } } }>(SUBMIT, { input });
  return submitRun.run.id;
}

const runsOf = async (ask: Ask): Promise<readonly string[]> =>
  (await ask<Board>(BOARD)).leaderboard.nodes.map(({ run }) => run.id);

describe("one server", () => {
  it("answers from memory, and sees each of its own changes immediately", async () => {
    const server = await newServer();
    const before = await runsOf(server.data);
    const run = await submit(server.data, "own");
    expect(await runsOf(server.data)).toEqual(expect.arrayContaining([...before, run]));
    const { statements } = await server.request(`{leaderboard(benchmark:"omnidex-demo",first:100){nodes{value}}}`);
    expect(statements).toEqual(expect.not.arrayContaining([expect.stringContaining('"runs"."')]));
    await server.data(WITHDRAW, { run });
    expect(new Set(await runsOf(server.data))).toEqual(new Set(before));
  });

  it("changes the version of its data only with a change", async () => {
    const { database } = await newServer();
    const before = database.versions.current();
    expect(before).not.toBeNull();
    expect(database.versions.current()).toBe(before);
    await database.transaction(async () => {}, "internal");
    expect(database.versions.current()).toBe(before);
    await database.transaction(async () => {});
    expect(database.versions.current()).not.toBe(before);
    await expect(database.transaction(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  });
});

const url = process.env.TEST_DATABASE_URL ?? "";

describe.skipIf(url === "")("several servers over one PostgreSQL", () => {
  async function twoServers(): Promise<readonly [Ask, Ask]> {
    const test = await createTestDatabase(inject("seededDatabase"));
    clean.push(() => test.drop());
    const start = async (): Promise<Ask> => {
      const config = patientConfig({ DATABASE_URL: test.url, OMNIDEX_ADMIN_KEY: ADMIN_KEY });
      const { database, close } = await openDatabase(config.database);
      const services = await appServices(config, database, () => {});
      clean.push(async () => {
        await services.graphql.stop();
        await close();
      });
      const app = createApp(services);
      return async (query, variables = {}) => {
        const headers = { "content-type": "application/json", authorization: `Bearer ${ADMIN_KEY}` };
        const body = JSON.stringify({ query, variables });
        const answer = (await (await app.request("/graphql", { method: "POST", headers, body })).json()) as {
          data: never;
          errors?: unknown;
        };
        expect(answer.errors).toBeUndefined();
        return answer.data;
      };
    };
    return [await start(), await start()];
  }

  it("show each other's new runs on the leaderboard, and leave out each other's withdrawn runs", async () => {
    const [here, there] = await twoServers();
    const before = await runsOf(there);
    const run = await submit(here, "over there");
    await expect.poll(() => runsOf(there), { timeout: 60_000 }).toContain(run);
    await here(WITHDRAW, { run });
    await expect.poll(() => runsOf(there), { timeout: 60_000 }).toHaveLength(before.length);
  });

  it("have no known version while they cannot listen for changes, and a new version after that", async () => {
    const client = postgres(url, { max: 2, onnotice: () => {} });
    clean.push(() => client.end());
    const notify = (payload: string) => client.notify("omnidex_changes", payload);
    let deaf = false;
    const pace = { interval: 20, patience: 500 };
    const versions = new HeardVersions(url, (payload) => (deaf ? Promise.resolve() : notify(payload)), pace);
    clean.push(() => versions.close());
    expect(versions.current()).toBeNull();
    await versions.listen();
    const first = versions.current();
    expect(first).not.toBeNull();

    await notify("another server's change");
    await expect.poll(() => versions.current(), { timeout: 60_000 }).not.toBe(first);
    const second = versions.current();
    versions.advance("my own");
    const own = versions.current();
    expect(own).not.toBe(second);
    await notify("my own");
    await notify("ping of another");
    // Notifications arrive in the order in which they were sent.
    const heard = new Promise((resolve) => versions.onMessage(resolve));
    await client.notify("omnidex_messages", "all");
    expect(await heard).toBe("all");
    expect(versions.current()).toBe(own);

    await client`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'omnidex changes'
      and datname = current_database()`;
    // The version is unknown for a moment, and then a new one.
    await expect.poll(() => versions.current(), { timeout: 60_000 }).not.toBe(own);
    await expect.poll(() => versions.current(), { timeout: 60_000 }).not.toBeNull();
    expect([first, second, own]).not.toContain(versions.current());

    deaf = true;
    await expect.poll(() => versions.current(), { timeout: 60_000 }).toBeNull();
    deaf = false;
    await expect.poll(() => versions.current(), { timeout: 60_000 }).not.toBeNull();
  });
});
