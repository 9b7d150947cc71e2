import { afterEach, describe, expect, it } from "vitest";
import { type ServerProcess, serve } from "../../cli/cli-process.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";
import { ADMIN_KEY } from "../../support/test-server.ts";
import { turns } from "../../support/turns.ts";
import { answering, type FakeJudge, startFakeJudge } from "../judging/fake-judge.ts";

const SUBMIT = `mutation($input:SubmitRunInput!){submitRun(input:$input){run{id status}}}`;
const KEYS = `{questions(filter:{benchmarks:["omnidex-demo"]},first:40){nodes{key}}}`;
const RUNS = "{runs(filter:{statuses:[SCORED,JUDGING]},first:100){totalCount nodes{id status}}}";
const WAITING = { timeout: 120_000, interval: 100 };

interface Runs {
  readonly runs: { readonly totalCount: number; readonly nodes: readonly { id: string; status: string }[] };
}

async function ask<T>(server: ServerProcess, query: string, variables: object = {}): Promise<T> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${ADMIN_KEY}` };
  const body = JSON.stringify({ query, variables });
  const answer = await (await fetch(`${server.url}/graphql`, { method: "POST", headers, body })).json();
  expect(answer.errors).toBeUndefined();
  return answer.data;
}

const submit = async (server: ServerProcess, input: object): Promise<string> =>
  (await ask<{ submitRun: { run: { id: string } } }>(server, SUBMIT, { input })).submitRun.run.id;

const input = (name: string, predictions: readonly object[]) => ({
  benchmark: "omnidex-demo",
  model: { name },
  inputs: ["VIDEO"],
  visibility: "PUBLIC",
  idempotencyKey: name,
  predictions,
});

const clean: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of clean.splice(0).reverse()) await step();
});

/** Two processes that are started at the same moment over one database with nothing in it. */
async function twoProcesses(environment: Readonly<Record<string, string>> = {}): Promise<readonly ServerProcess[]> {
  const test: TestDatabase = await createTestDatabase();
  clean.push(() => test.drop());
  const settings = { DATABASE_URL: test.url, OMNIDEX_ADMIN_KEY: ADMIN_KEY, ...environment };
  const started = await Promise.allSettled([serve(settings), serve(settings)]);
  const servers = started.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  clean.push(() => Promise.all(servers.map((server) => server.end())));
  expect(started.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  return servers;
}

const url = process.env.TEST_DATABASE_URL ?? "";

describe.skipIf(url === "")("two server processes over one PostgreSQL (TEST_DATABASE_URL)", () => {
  it("start on an empty database together, store each seed once, and make one run of a submission sent to both", async () => {
    const servers = await twoProcesses();
    const [here, there] = servers as [ServerProcess, ServerProcess];
    expect((await ask<Runs>(here, RUNS)).runs.totalCount).toBe(3);
    const keys = (await ask<{ questions: { nodes: { key: string }[] } }>(there, KEYS)).questions.nodes;
    const predictions = keys.map(({ key }) => ({ question: key, response: "The answer is A." }));
    for (const name of ["first", "second", "third"]) {
      const racing = Array.from({ length: 6 }, (_, index) =>
        submit(servers[index % 2] ?? here, input(name, predictions)),
      );
      expect(new Set(await Promise.all(racing)).size).toBe(1);
    }
    for (const server of servers)
      await expect.poll(async () => (await ask<Runs>(server, RUNS)).runs.totalCount, WAITING).toBe(6);
    for (const server of servers) expect(await server.end()).toBe(0);
  });

  it("share the judge's queue: each response is leased once, and each run is scored", async () => {
    const judge: FakeJudge = await startFakeJudge(async () => {
      await turns(20);
      return answering("A");
    });
    clean.push(() => judge.close());
    const servers = await twoProcesses({
      OMNIDEX_JUDGE_URL: judge.url,
      OMNIDEX_JUDGE_MODEL: "judge-1",
      OMNIDEX_JUDGE_CONCURRENCY: "3",
    });
    const [here, there] = servers as [ServerProcess, ServerProcess];
    const keys = (await ask<{ questions: { nodes: { key: string }[] } }>(here, KEYS)).questions.nodes;
    const unread = (name: string) =>
      keys.map(({ key }, index) => ({ question: key, response: `I would rather not say, ${name} ${index}.` }));
    const judged = (name: string) => ({ ...input(name, unread(name)), judge: true });
    const runs = await Promise.all([submit(here, judged("judged here")), submit(there, judged("judged there"))]);
    const statuses = async (server: ServerProcess) =>
      (await ask<Runs>(server, RUNS)).runs.nodes.filter(({ id }) => runs.includes(id)).map(({ status }) => status);
    for (const server of servers) await expect.poll(() => statuses(server), WAITING).toEqual(["SCORED", "SCORED"]);
    const shown = Object.values(judge.asked());
    expect(shown.length).toBe(2 * keys.length);
    expect(shown.every((times) => times === 1)).toBe(true);
  });
});
