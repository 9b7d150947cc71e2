import { expect, it } from "vitest";
import { seededPlace } from "../../support/seeded-database.ts";
import { turns } from "../../support/turns.ts";
import { answering, startFakeJudge } from "./fake-judge.ts";
import { submit } from "./judged-runs.ts";
import { importQuestions, startJudgedServer } from "./judged-server.ts";

const RUNS = 20;
const CORRECTIONS = 15;

it("concurrent corrections, judgements and withdrawals of the same runs neither fail nor lose anything", async () => {
  const base = await seededPlace();
  let asked = 0;
  const judge = await startFakeJudge(async () => {
    asked += 1;
    await turns((asked * 7) % 20);
    return answering("yes");
  });
  const server = await startJudgedServer(base, { judge: judge.url });
  const other = server.addWorker();
  await importQuestions(server);
  const responses = { o0: "alpha", o1: "beta", o2: "gamma", o3: "delta" };
  const runs: string[] = [];
  for (let index = 0; index < RUNS; index++) {
    runs.push((await submit(server, responses, { idempotencyKey: `race ${index}` })).id);
  }
  const failed: unknown[] = [];
  const send = async (document: string, variables: object): Promise<void> => {
    const { errors } = await server.request(document, variables);
    if (errors !== undefined) failed.push(errors);
  };
  const withdrawing: Promise<void>[] = [];
  for (let time = 0; time < CORRECTIONS; time++) {
    const run = runs[time / 3];
    if (time / 3 < 5 && run !== undefined)
      withdrawing.push(send("mutation ($r: ID!) { withdrawRun(input: { run: $r }) { run { id } } }", { r: run }));
    const corrections = Object.keys(responses).map((question) => ({ question, answer: `${question} ${time}` }));
    await send(
      `mutation ($c: [AnswerCorrectionInput!]!) { correctAnswers(input: { benchmark: "lamps", corrections: $c,
        reason: "An erratum.", author: "The authors" }) { rescored } }`,
      { c: corrections },
    );
  }
  await Promise.all(withdrawing);
  expect(failed).toEqual([]);
  expect(server.logged).toEqual([]);
  const last = async (): Promise<readonly object[]> => {
    const { data } = await server.request<{ runs: { nodes: object[] } }>(
      "{ runs(first: 100) { nodes { rejudging scoring { keyRevision judge } counts { correct } } } }",
    );
    return data.runs.nodes.slice(0, RUNS - 5);
  };
  const done = {
    rejudging: false,
    scoring: { keyRevision: CORRECTIONS + 1, judge: "judge-1" },
    counts: { correct: 4 },
  };
  await expect.poll(last, { timeout: 180_000 }).toEqual(Array.from({ length: RUNS - 5 }, () => done));
  await other.stop();
  await server.close();
  await judge.close();
  await base.drop();
}, 300_000);
