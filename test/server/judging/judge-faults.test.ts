import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { JudgePace } from "../../../src/server/runs/judging/ask-judge.ts";
import { type SeededPlace, seededPlace } from "../../support/seeded-database.ts";
import { answering, type FakeJudge, type Replying, startFakeJudge } from "./fake-judge.ts";
import { outcomes, type RunView, scored, submit } from "./judged-runs.ts";
import {
  importQuestions,
  type JudgedServer,
  looksForWork,
  startJudgedServer,
  type Task,
  tasksOf,
} from "./judged-server.ts";

const SECRET = "sk-secret-0123456789";

describe("a judge that fails", () => {
  let base: SeededPlace;
  let judge: FakeJudge;
  let server: JudgedServer;
  let submitted = 0;

  /** Submits one response that only the judge can read, and waits for its run. */
  const judged = async (replying: Replying): Promise<{ run: RunView; task: Task; asked: number }> => {
    const response = `Something bright, number ${submitted++}.`;
    judge.replying = replying;
    const { id } = await submit(server, { c0: response, c1: "B" });
    const run = await scored(server, id);
    const task = (await tasksOf(server)).at(-1);
    if (task === undefined) throw new Error("there is no task");
    return { run, task, asked: judge.asked()[response] ?? 0 };
  };

  const start = (pace: Partial<JudgePace> = {}): Promise<JudgedServer> =>
    startJudgedServer(base, { judge: judge.url, environment: { OMNIDEX_JUDGE_API_KEY: SECRET }, pace });

  beforeAll(async () => {
    base = await seededPlace();
    judge = await startFakeJudge(() => answering("B"));
    server = await start();
    await importQuestions(server);
  });
  afterAll(async () => {
    await server.close();
    await judge.close();
    await base.drop();
  });

  const failedOutcomes = { c0: "UNPARSED - judge-failed", c1: expect.stringMatching(/^CORRECT B/) };

  it("is asked again after a 429, not before the time in its Retry-After header", async () => {
    const response = "Something bright, but later.";
    judge.replying = (_shown, earlier) =>
      earlier === 0 ? { status: 429, headers: { "retry-after": "1800" } } : answering("B");
    // In the past, so that the worker's pause is over for the other tests.
    const begun = Date.parse("2000-01-01T00:00:00Z");
    const clock = vi.spyOn(Date, "now").mockReturnValue(begun);
    try {
      const { id } = await submit(server, { c0: response, c1: "B" });
      const latest = async (): Promise<Task | undefined> => (await tasksOf(server)).at(-1);
      await expect.poll(latest).toEqual({ status: "PENDING", attempts: 1, lastError: "HTTP 429: " });
      // No worker takes the task, and this worker takes no other task.
      const postponed = await server.database.query(
        sql`select 1 from judge_tasks where status = 'PENDING' and next_attempt_at > now() + interval '25 minutes'`,
      );
      expect(postponed).toHaveLength(1);
      // A look for work that had begun before the pause would still take the task.
      await looksForWork(server, 2);
      await server.database.transaction((tx) =>
        tx.query(sql`update judge_tasks set next_attempt_at = now() where status = 'PENDING'`),
      );
      clock.mockReturnValue(begun + 1_800_000 - 1);
      await looksForWork(server, 3);
      expect(judge.asked()[response]).toBe(1);
      clock.mockReturnValue(begun + 1_800_000);
      expect(outcomes(await scored(server, id))).toMatchObject({ c0: "CORRECT B judge" });
      expect(judge.asked()[response]).toBe(2);
      expect(await latest()).toEqual({ status: "DONE", attempts: 2, lastError: null });
    } finally {
      clock.mockRestore();
    }
  });

  it("is asked again after a 5xx", async () => {
    const { run, task, asked } = await judged((_shown, earlier) =>
      earlier < 5 ? { status: 500 + earlier, body: "overloaded" } : answering("A"),
    );
    expect(outcomes(run)).toMatchObject({ c0: "WRONG A judge" });
    expect([asked, task.attempts]).toEqual([6, 6]);
  });

  it("is asked eight times at most; then the run is scored without it", async () => {
    const { run, task, asked } = await judged(() => ({ status: 503, body: "down for good" }));
    expect(outcomes(run)).toEqual(failedOutcomes);
    expect(asked).toBe(8);
    expect(task).toEqual({ status: "FAILED", attempts: 8, lastError: "HTTP 503: down for good" });
    expect(run.counts).toMatchObject({ correct: 1, unparsed: 1 });
    expect(run.scoring?.judge).toBe("judge-1");
  });

  it.each([400, 401, 404, 422])("is not asked again after %i", async (status) => {
    const { run, task, asked } = await judged(() => ({ status, body: `no: ${SECRET}` }));
    expect(outcomes(run)).toEqual(failedOutcomes);
    expect(asked).toBe(1);
    expect(task).toEqual({ status: "FAILED", attempts: 1, lastError: `HTTP ${status}: no: [key]` });
  });

  it("does not get a second request if it redirects to another address", async () => {
    const { run, task } = await judged(() => ({ status: 307, headers: { location: `${judge.url}/elsewhere` } }));
    expect(outcomes(run)).toEqual(failedOutcomes);
    expect(task).toMatchObject({ attempts: 1, lastError: expect.stringContaining("HTTP 307") });
  });

  it("is asked again after a timeout", async () => {
    await server.close();
    server = await start({ timeout: 1_500 });
    const { run, task } = await judged((_shown, earlier) => (earlier === 0 ? "(never)" : answering("B")));
    expect(outcomes(run)).toMatchObject({ c0: "CORRECT B judge" });
    // On a busy machine, the second request may take too long as well.
    expect(task.attempts).toBeGreaterThanOrEqual(2);
    await server.close();
    server = await start();
  });

  it.each([
    ["not JSON", "<html>Welcome</html>"],
    ["not a completion", "{}"],
    ["a completion without choices", '{"choices": []}'],
    ["null", "null"],
    ["a choice without a message", '{"choices": [{}]}'],
    ["a completion whose content is not a string", '{"choices": [{"message": {"content": {"answer": "B"}}}]}'],
    ["too long", " ".repeat(1_100_000)],
  ])("is asked again if its body is %s", async (_name, body) => {
    const { run, asked } = await judged((_shown, earlier) => (earlier === 0 ? { status: 200, body } : answering("B")));
    expect(outcomes(run)).toMatchObject({ c0: "CORRECT B judge" });
    expect(asked).toBe(2);
  });

  it("is not asked again if its reply is empty or cannot be stored", async () => {
    const silent = await judged(() => ({ status: 200, body: '{"choices": [{"message": {"content": null}}]}' }));
    const strange = await judged(() => "\0\ud800");
    for (const { run, asked } of [silent, strange]) {
      expect(outcomes(run)).toMatchObject({ c0: "UNPARSED - judge-unreadable" });
      expect(asked).toBe(1);
    }
  });

  it("is asked eight times if it cannot be reached, and the reason is stored", async () => {
    await judge.close();
    const { run, task } = await judged(() => answering("B"));
    expect(outcomes(run)).toEqual(failedOutcomes);
    expect(task).toEqual({ status: "FAILED", attempts: 8, lastError: expect.stringMatching(/^no connection: E/) });
  });

  it("does not have its API key in a log or a stored error", async () => {
    expect(server.logged).toEqual([]);
    expect(JSON.stringify(await tasksOf(server))).not.toContain(SECRET);
  });
});
