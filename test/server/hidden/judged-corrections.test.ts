import { afterEach, beforeEach, expect, it } from "vitest";
import { type SeededPlace, seededPlace } from "../../support/seeded-database.ts";
import { ADMIN_KEY } from "../../support/test-server.ts";
import { answering, type FakeJudge, gate, startFakeJudge } from "../judging/fake-judge.ts";
import { runInput, SUBMIT } from "../judging/judged-runs.ts";
import { importQuestions, type JudgedServer, startJudgedServer } from "../judging/judged-server.ts";

let base: SeededPlace;
let judge: FakeJudge;
let server: JudgedServer;
let attacker: string;

beforeEach(async () => {
  base = await seededPlace();
  judge = await startFakeJudge(({ key, response }) => answering(response === key ? "yes" : "no"));
  server = await startJudgedServer(base, { judge: judge.url });
  await importQuestions(server, { answers: "HIDDEN" });
  attacker = await keyOf("attacker");
});
afterEach(async () => {
  await server.close();
  await judge.close();
  await base.drop();
});

async function ask<T>(query: string, variables: object, key: string = ADMIN_KEY): Promise<T> {
  const { data, errors } = await server.request<T>(query, variables, key);
  expect(errors).toBeUndefined();
  return data;
}

async function keyOf(owner: string): Promise<string> {
  const { createApiKey } = await ask<{ createApiKey: { secret: string } }>(
    `mutation ($owner: String!) { createApiKey(input: { name: $owner, owner: $owner }) { secret } }`,
    { owner },
  );
  return createApiKey.secret;
}

/** All data about a run's scorings that a submitter sees, including their number and times. */
const VIEW = `status finalizedAt rejudging judgeQueue scoring { revision keyRevision judge scoredAt }
  scorings { revision keyRevision judge scoredAt reason changeCount }`;

interface View {
  readonly status: string;
  readonly rejudging: boolean;
  readonly judgeQueue: number | null;
  readonly finalizedAt: string;
  readonly scoring: { readonly revision: number; readonly scoredAt: string };
  readonly scorings: readonly { readonly revision: number; readonly scoredAt: string }[];
}

const view = async (id: string, key: string): Promise<View> =>
  (await ask<{ run: View }>(`query ($id: ID!) { run(id: $id) { ${VIEW} } }`, { id }, key)).run;

async function submitted(question: string): Promise<string> {
  const input = runInput({ [question]: "turquoise" });
  const { submitRun } = await ask<{ submitRun: { run: { id: string } } }>(SUBMIT, { input }, attacker);
  const { id } = submitRun.run;
  await expect.poll(async () => (await view(id, ADMIN_KEY)).status, { timeout: 120_000 }).toBe("SCORED");
  return id;
}

it("new scorings by a judge's later replies do not reveal which question was corrected", async () => {
  const [concerned, other] = [await submitted("o0"), await submitted("o1")];
  const reply = gate();
  judge.replying = async ({ key, response }) => {
    await reply.opened;
    return answering(response === key ? "yes" : "no");
  };
  await ask(`mutation ($input: CorrectAnswersInput!) { correctAnswers(input: $input) { rescored } }`, {
    input: {
      benchmark: "lamps",
      corrections: [{ question: "o0", answer: "turquoise" }],
      reason: "o0 was wrong",
      author: "host",
    },
  });
  const waits = async (id: string, key: string): Promise<boolean> => (await view(id, key)).rejudging;
  expect([await waits(concerned, ADMIN_KEY), await waits(other, ADMIN_KEY)]).toEqual([true, false]);
  expect([await waits(concerned, attacker), await waits(other, attacker)]).toEqual([false, false]);
  const queue = async (id: string, key: string): Promise<number | null> => (await view(id, key)).judgeQueue;
  expect([await queue(concerned, ADMIN_KEY), await queue(other, ADMIN_KEY)]).toEqual([1, 0]);
  expect([await queue(concerned, attacker), await queue(other, attacker)]).toEqual([0, 0]);
  reply.open();
  await expect.poll(async () => (await view(concerned, ADMIN_KEY)).scorings.length, { timeout: 120_000 }).toBe(3);
  // The correction scored both runs, and the judge's reply scored the first one once more.
  expect((await view(other, ADMIN_KEY)).scorings).toHaveLength(2);
  const [one, two] = [await view(concerned, attacker), await view(other, attacker)];
  expect(one.scorings.map(({ revision }) => revision)).toEqual([1, 2]);
  expect(one.scoring.revision).toBe(2);
  expect(one.scoring.scoredAt).toBe(one.scorings[1]?.scoredAt);
  expect(one.scoring).toEqual(two.scoring);
  expect(one.scorings[1]).toEqual(two.scorings[1]);
  expect(one.scorings).toHaveLength(two.scorings.length);
  // Their exports state the same scoring.
  const exported = async (id: string, key: string) =>
    (await (await server.get(`/export/runs/${id}?format=inspect`, key)).text()).match(/"scoring_revision": ?"[^"]*"/g);
  expect(await exported(concerned, attacker)).toEqual(await exported(other, attacker));
  expect(await exported(concerned, attacker)).not.toBeNull();
  expect(await exported(concerned, ADMIN_KEY)).not.toEqual(await exported(other, ADMIN_KEY));
});
