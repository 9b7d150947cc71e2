import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startServer } from "../../../src/server/main.ts";
import { type SeededPlace, seededPlace } from "../../support/seeded-database.ts";
import { patientConfig } from "../../support/test-database.ts";
import { ADMIN_KEY } from "../../support/test-server.ts";
import { turns } from "../../support/turns.ts";
import { answering, type FakeJudge, gate, startFakeJudge } from "./fake-judge.ts";
import { outcomes, RUN, type RunView, readRun, runInput, SUBMIT, scored, submit } from "./judged-runs.ts";
import {
  CHOICES,
  HURRY,
  importQuestions,
  type JudgedServer,
  type JudgedServerOptions,
  startJudgedServer,
  tasksOf,
} from "./judged-server.ts";

const choices = Array.from({ length: CHOICES }, (_, n) => `c${n}`);
/** A different response to each question. Only the judge can read these responses. */
const RESPONSES = Object.fromEntries(choices.map((key) => [key, `It is bright, says ${key}.`]));
const JUDGED = Object.fromEntries(choices.map((key) => [key, "CORRECT B judge"]));
const once = Object.fromEntries(Object.values(RESPONSES).map((response) => [response, 1]));

const countScorings = async ({ database }: JudgedServer): Promise<number> =>
  (await database.query(sql`select 1 from scores where judge is not null`)).length;

describe("judging across servers", () => {
  let base: SeededPlace;
  let judge: FakeJudge;
  let servers: JudgedServer[] = [];
  const start = async (options: JudgedServerOptions = {}): Promise<JudgedServer> => {
    const server = await startJudgedServer(base, { judge: judge.url, ...options });
    servers.push(server);
    return server;
  };
  const close = async (server: JudgedServer): Promise<void> => {
    servers = servers.filter((other) => other !== server);
    await server.close();
  };

  beforeEach(async () => {
    base = await seededPlace();
    judge = await startFakeJudge(() => answering("B"));
  });
  afterEach(async () => {
    for (const server of servers) await server.close();
    servers = [];
    await judge.close();
    await base.drop();
  });

  const expectJudged = (run: RunView): void => {
    expect(outcomes(run)).toEqual(JUDGED);
    expect(run.counts).toMatchObject({ correct: CHOICES, unparsed: 0 });
  };

  it("continues after a restart, and asks for no reply twice", async () => {
    const first = await start();
    await importQuestions(first);
    const answered = new Set<string>();
    judge.replying = ({ response }) => {
      if (answered.size >= 5) return "(never)";
      answered.add(response);
      return answering("B");
    };
    const { id } = await submit(first, RESPONSES);
    await vi.waitFor(async () => {
      expect((await tasksOf(first)).filter(({ status }) => status === "DONE").length).toBe(5);
    }, 120_000);
    await close(first);
    judge.replying = () => answering("B");
    const second = await start();
    expectJudged(await scored(second, id));
    expect(judge.asked()).toMatchObject(Object.fromEntries([...answered].map((response) => [response, 1])));
    expect(new Set(Object.keys(judge.asked()))).toEqual(new Set(Object.values(RESPONSES)));
    // The tasks in progress at the close went back to the queue, and this attempt was not counted.
    expect((await tasksOf(second)).map(({ attempts }) => attempts)).toEqual(choices.map(() => 1));
    expect(await countScorings(second)).toBe(1);
  });

  it("waits for pending replies when the server closes", async () => {
    const first = await start({ pace: { timeout: 120_000, lease: 180_000, grace: 120_000 } });
    await importQuestions(first);
    const reply = gate();
    judge.replying = () => reply.opened.then(() => answering("B"));
    const { id } = await submit(first, { c0: "It is bright." });
    await vi.waitFor(() => expect(judge.received.length).toBe(1));
    const closed = close(first);
    await turns(20);
    reply.open();
    await closed;
    const second = await start();
    expect(outcomes(await scored(second, id))).toEqual({ c0: "CORRECT B judge" });
    expect(judge.received.length).toBe(1);
  });

  it("takes over the tasks of a dead process once their lease has ended", async () => {
    // This worker leases its tasks and never completes them.
    const dead = await start({ pace: { timeout: 600_000, lease: 600_000, grace: 0 } });
    await importQuestions(dead);
    judge.replying = () => "(never)";
    const { id } = await submit(dead, RESPONSES);
    await vi.waitFor(() => expect(judge.received.length).toBe(4));
    judge.replying = () => answering("B");
    const heir = dead.addWorker({ ...HURRY });
    // The heir can do everything but the tasks of the dead worker.
    const done = async (): Promise<number> => (await tasksOf(dead)).filter(({ status }) => status === "DONE").length;
    await vi.waitFor(async () => expect(await done()).toBe(CHOICES - 4), 120_000);
    expect(Object.values(judge.asked())).toEqual(choices.map(() => 1));
    await dead.database.transaction((tx) => tx.query(sql`update judge_tasks set locked_until = now()`));
    expectJudged(await scored(dead, id));
    await heir.stop();
    expect(Object.values(judge.asked()).sort()).toEqual([...choices.slice(4).map(() => 1), 2, 2, 2, 2]);
    expect(await countScorings(dead)).toBe(1);
  });

  it("gives up a task that has killed every process that tried it", async () => {
    const server = await start();
    await importQuestions(server);
    judge.replying = () => "(never)";
    const { id } = await submit(server, { c0: "It is bright.", c1: "It is bright, too." });
    await vi.waitFor(() => expect(judge.received.length).toBe(2));
    await close(server);
    judge.replying = () => answering("B");
    const again = await startJudgedServer(base, {});
    await again.database.query(sql`update judge_tasks set attempts = 8 where ordinal = 0`);
    await again.close();
    const asked = judge.received.length;
    const last = await start();
    expect(outcomes(await scored(last, id))).toEqual({ c0: "UNPARSED - judge-failed", c1: "CORRECT B judge" });
    expect(judge.received.length).toBe(asked + 1);
  });

  it("waits if no judge is configured, and asks the judge that is configured later", async () => {
    const first = await start();
    await importQuestions(first);
    judge.replying = () => ({ status: 429, headers: { "retry-after": "1" } });
    const { id } = await submit(first, RESPONSES);
    await vi.waitFor(() => expect(judge.received.length).toBeGreaterThan(0));
    await close(first);
    const without = await start({ judge: null });
    expect((await readRun(without, id))?.status).toBe("JUDGING");
    await close(without);
    judge.replying = () => answering("B");
    const other = await start({ model: "judge-2" });
    const run = await scored(other, id);
    expectJudged(run);
    expect(run.scoring?.judge).toBe("judge-2");
  });

  it("asks for each content once, with many workers and many equal tasks", async () => {
    const server = await start();
    await importQuestions(server);
    judge.replying = () => turns(20).then(() => answering("B"));
    const others = server.database.engine === "postgresql" ? [await start(), await start()] : [];
    const workers = [server.addWorker(), server.addWorker(), server.addWorker()];
    const runs = await Promise.all(
      [0, 1, 2, 3].map((n) =>
        submit([server, ...others][n % (others.length + 1)] ?? server, RESPONSES, {
          seed: n,
          idempotencyKey: `run ${n}`,
        }),
      ),
    );
    for (const { id } of runs) expectJudged(await scored(server, id));
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(judge.asked()).toEqual(once);
    expect(await countScorings(server)).toBe(4);
    expect([server, ...others].flatMap(({ logged }) => logged)).toEqual([]);
  });

  it("scores by the answer key that is current at the end", async () => {
    const server = await start();
    await importQuestions(server);
    judge.replying = () => ({ status: 429, headers: { "retry-after": "1" } });
    const { id } = await submit(server, { c0: "It is bright.", c1: "A", c2: "B" });
    await vi.waitFor(() => expect(judge.received.length).toBeGreaterThan(0));
    const corrections = ["c0", "c1", "c2"].map((question) => ({ question, answer: "A" }));
    const { errors } = await server.request(
      `mutation ($input: CorrectAnswersInput!) { correctAnswers(input: $input) { keyRevision { revision } } }`,
      { input: { benchmark: "lamps", corrections, reason: "They were wrong.", author: "A test" } },
    );
    expect(errors).toBeUndefined();
    judge.replying = () => answering("A");
    const run = await scored(server, id);
    expect(outcomes(run)).toMatchObject({ c0: "CORRECT A judge", c1: expect.stringMatching(/^CORRECT A/) });
    expect(run.counts).toMatchObject({ correct: 2, wrong: 1 });
    expect(run.scoring).toMatchObject({ revision: 1, keyRevision: 2 });
  });

  it("starts with a server whose environment configures a judge", async () => {
    const server = await startServer(
      patientConfig({
        PORT: "0",
        OMNIDEX_ADMIN_KEY: ADMIN_KEY,
        OMNIDEX_JUDGE_URL: judge.url,
        OMNIDEX_JUDGE_MODEL: "judge-1",
        ...base.environment,
      }),
    );
    await importQuestions(server);
    const request = async <T>(query: string, variables: object): Promise<T> => {
      const headers = { "content-type": "application/json", authorization: `Bearer ${ADMIN_KEY}` };
      const response = await fetch(`${server.url}/graphql`, {
        method: "POST",
        headers,
        body: JSON.stringify({ query, variables }),
      });
      return ((await response.json()) as { data: T }).data;
    };
    const input = runInput({ c0: "It is bright." });
    const { submitRun } = await request<{ submitRun: { run: RunView } }>(SUBMIT, { input });
    await vi.waitFor(async () => {
      const { run } = await request<{ run: RunView }>(`query ($id: ID!) { run(id: $id) { ${RUN} } }`, submitRun.run);
      expect([run.status, outcomes(run)]).toEqual(["SCORED", { c0: "CORRECT B judge" }]);
    }, 120_000);
    await server.close();
  });
});
