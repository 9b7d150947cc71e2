import { afterEach, beforeEach, expect, it } from "vitest";
import { type SeededPlace, seededPlace } from "../../support/seeded-database.ts";
import { answering, type FakeJudge, gate, startFakeJudge } from "./fake-judge.ts";
import { outcomes, type RunView, readRun, scored, submit } from "./judged-runs.ts";
import { importQuestions, type JudgedServer, looksForWork, startJudgedServer } from "./judged-server.ts";

let base: SeededPlace;
let judge: FakeJudge;
let server: JudgedServer;

beforeEach(async () => {
  base = await seededPlace();
  // The judge reads "the second" as B. For an open question, it accepts a response that equals the key.
  judge = await startFakeJudge(({ options, key, response }) =>
    answering(options === undefined ? (response === key ? "yes" : "no") : "B"),
  );
  server = await startJudgedServer(base, { judge: judge.url });
  await importQuestions(server);
});
afterEach(async () => {
  await server.close();
  await judge.close();
  await base.drop();
});

const RESPONSES = { c0: "the second of them all, I suppose, or not", c1: "B", o0: "turquoise", o1: "navy blue" };

interface Corrected {
  readonly rescored: number;
  readonly changed: number;
  readonly judging: number;
}

async function correct(question: string, answer: string, on: JudgedServer = server): Promise<Corrected> {
  const { data, errors } = await on.request<{ correctAnswers: Corrected }>(
    `mutation ($corrections: [AnswerCorrectionInput!]!) { correctAnswers(input: { benchmark: "lamps",
      corrections: $corrections, reason: "An erratum.", author: "The authors" }) { rescored changed judging } }`,
    { corrections: [{ question, answer }] },
  );
  expect(errors).toBeUndefined();
  return data.correctAnswers;
}

const judgeQueue = async (id: string): Promise<number | null> => {
  const query = "query ($id: ID!) { run(id: $id) { judgeQueue } }";
  return (await server.request<{ run: { judgeQueue: number | null } }>(query, { id })).data.run.judgeQueue;
};
const rejudging = async (id: string): Promise<boolean | undefined> => {
  const { data } = await server.request<{ run: { rejudging: boolean } }>(
    "query ($id: ID!) { run(id: $id) { rejudging } }",
    {
      id,
    },
  );
  return data.run.rejudging;
};

const scoringOf = async (id: string): Promise<RunView["scoring"]> => (await readRun(server, id))?.scoring ?? null;

it("an option that a judge has read is scored by the corrected answer key without another request", async () => {
  const run = await scored(server, (await submit(server, RESPONSES)).id);
  expect(outcomes(run).c0).toBe("CORRECT B judge");
  const asked = judge.received.length;
  expect(await correct("c0", "A")).toEqual({ rescored: 1, changed: 1, judging: 0 });
  const after = (await readRun(server, run.id)) as RunView;
  expect(outcomes(after)).toEqual({ ...outcomes(run), c0: "WRONG B judge" });
  expect(after.scoring).toMatchObject({ revision: 2, keyRevision: 2, judge: "judge-1" });
  expect(judge.received).toHaveLength(asked);
});

it("open text is judged again under the corrected answer key, and the old verdict stands until then", async () => {
  const run = await scored(server, (await submit(server, RESPONSES)).id);
  const reply = gate();
  judge.replying = async ({ key, response }) => {
    await reply.opened;
    return answering(response === key ? "yes" : "no");
  };
  expect(await correct("o0", "turquoise")).toEqual({ rescored: 1, changed: 0, judging: 1 });
  const waiting = (await readRun(server, run.id)) as RunView;
  expect(outcomes(waiting)).toEqual(outcomes(run));
  expect(await rejudging(run.id)).toBe(true);
  expect(await judgeQueue(run.id)).toBe(1);
  // A question with options is not judged again, so its new score does not wait for the judge.
  expect(await correct("c1", "C")).toEqual({ rescored: 1, changed: 1, judging: 0 });
  expect(outcomes((await readRun(server, run.id)) as RunView).c1).toMatch(/^WRONG B/);
  reply.open();
  await expect.poll(() => rejudging(run.id), { timeout: 120_000 }).toBe(false);
  expect(await judgeQueue(run.id)).toBe(0);
  const after = (await readRun(server, run.id)) as RunView;
  expect(after).toMatchObject({ status: "SCORED", scoring: { revision: 4, keyRevision: 3, judge: "judge-1" } });
  expect(outcomes(after).o0).toMatch(/^CORRECT .* judge$/);
  expect(outcomes(after).o1).toBe(outcomes(run).o1);
});

it("a verdict is kept if the judge cannot be reached, and is requested once more on demand", async () => {
  const run = await scored(server, (await submit(server, { o1: "navy blue" })).id);
  judge.replying = () => ({ status: 503 });
  await correct("o1", "turquoise");
  await expect.poll(() => rejudging(run.id), { timeout: 120_000 }).toBe(false);
  expect(outcomes((await readRun(server, run.id)) as RunView)).toEqual(outcomes(run));
  judge.replying = ({ key, response }) => answering(response === key ? "yes" : "no");
  const { data } = await server.request<{ rescoreRun: { message: string } }>(
    "mutation ($r: ID!) { rescoreRun(input: { run: $r }) { message } }",
    { r: run.id },
  );
  expect(data.rescoreRun.message).toMatch(/asked again/);
  await expect
    .poll(async () => outcomes((await readRun(server, run.id)) as RunView).o1, { timeout: 120_000 })
    .toMatch(/^WRONG/);
});

it("a correction that is undone before the judge was needed makes one scoring", async () => {
  const run = await scored(server, (await submit(server, RESPONSES)).id);
  await correct("o0", "turquoise");
  await expect.poll(() => rejudging(run.id), { timeout: 120_000 }).toBe(false);
  const { revision } = (await scoringOf(run.id)) ?? { revision: 0 };
  expect(await correct("o0", "navy blue")).toEqual({ rescored: 1, changed: 1, judging: 0 });
  // The worker would judge, and score, the run once more now.
  await looksForWork(server, 3);
  expect(await rejudging(run.id)).toBe(false);
  expect(await scoringOf(run.id)).toMatchObject({ revision: revision + 1, judge: "judge-1" });
});

it("a run that a judge is still reading is judged by the corrected answer key alone", async () => {
  const reply = gate();
  judge.replying = async ({ key, response, options }) => {
    if (response === "turquoise") return answering(response === key ? "yes" : "no");
    await reply.opened;
    return answering(options === undefined ? (response === key ? "yes" : "no") : "B");
  };
  const { id } = await submit(server, RESPONSES);
  await expect.poll(() => judge.asked().turquoise, { timeout: 120_000 }).toBe(1);
  await correct("o0", "turquoise");
  expect(await judgeQueue(id)).toBeGreaterThan(1);
  reply.open();
  const run = await scored(server, id);
  expect(await judgeQueue(id)).toBe(0);
  expect(outcomes(run).o0).toMatch(/^CORRECT .* judge$/);
  expect(run.scoring).toMatchObject({ revision: 1, keyRevision: 2 });
});

it("a correction on a server without a judge waits in the database", async () => {
  const run = await scored(server, (await submit(server, RESPONSES)).id);
  await server.close();
  server = await startJudgedServer(base, {});
  expect(await correct("o0", "turquoise")).toEqual({ rescored: 1, changed: 0, judging: 1 });
  expect(outcomes((await readRun(server, run.id)) as RunView)).toEqual(outcomes(run));
  await server.close();
  server = await startJudgedServer(base, { judge: judge.url });
  await expect.poll(() => rejudging(run.id), { timeout: 120_000 }).toBe(false);
  expect(outcomes((await readRun(server, run.id)) as RunView).o0).toMatch(/^CORRECT .* judge$/);
});

it("a withdrawn run is scored by the corrected answer key, too, and stays withdrawn", async () => {
  const run = await scored(server, (await submit(server, RESPONSES)).id);
  const { data } = await server.request<{ rescoreRun: { rescored: boolean } }>(
    "mutation ($r: ID!) { rescoreRun(input: { run: $r }) { rescored message } }",
    { r: run.id },
  );
  expect(data.rescoreRun.rescored).toBe(false);
  const reply = gate();
  judge.replying = async ({ key, response }) => {
    await reply.opened;
    return answering(response === key ? "yes" : "no");
  };
  await correct("o0", "turquoise");
  await server.request("mutation ($r: ID!) { withdrawRun(input: { run: $r }) { run { id } } }", { r: run.id });
  await correct("c5", "C");
  expect(outcomes((await readRun(server, run.id)) as RunView).o0).toBe(outcomes(run).o0);
  reply.open();
  await expect.poll(() => rejudging(run.id), { timeout: 120_000 }).toBe(false);
  const after = (await readRun(server, run.id)) as RunView;
  expect(after).toMatchObject({ status: "WITHDRAWN", scoring: { keyRevision: 3 } });
  expect(outcomes(after).o0).toMatch(/^CORRECT .* judge$/);
});

it("a correction needs as many statements for many judged runs as for few", async () => {
  // Its statements are those of corrections alone, because it has no judge's worker.
  const correcting = await startJudgedServer(base, {});
  const count = async (runs: number): Promise<number> => {
    for (let index = 0; index < runs; index++) {
      const { id } = await submit(server, RESPONSES, { idempotencyKey: `${runs}:${index}` });
      await scored(server, id);
    }
    let statements = 0;
    const stop = correcting.database.onStatement(() => {
      statements += 1;
    });
    await correct("c0", runs === 1 ? "A" : "C", correcting);
    stop();
    return statements;
  };
  try {
    const few = await count(1);
    expect(await count(15)).toBeLessThanOrEqual(few);
  } finally {
    await correcting.close();
  }
});
