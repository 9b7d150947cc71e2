import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { answering, type HiddenBenchmark, importHidden, keyOf } from "./hidden-benchmark.ts";

/** How many questions are captions, which a server without a model for them leaves unscored. */
const CAPTIONS = 60;

let server: TestServer;
let mixed: HiddenBenchmark;
let key = "";
let run = "";
beforeAll(async () => {
  server = await createTestServer();
  mixed = await importHidden(server, {
    slug: "mixed",
    question: (index) => ({
      level: "PERCEPTION",
      ...(index < CAPTIONS && { answerFormat: "CAPTION", options: undefined, answer: ["It rings."] }),
    }),
  });
  key = await keyOf(server, "guest");
  const predictions = answering(mixed.keys, mixed.labels);
  run = (
    await server.submit<{ id: string }>(
      { benchmark: "mixed", model: { name: "m" }, visibility: "PUBLIC", predictions },
      { key },
    )
  ).id;
});
afterAll(() => server.close());

const scoreOver = async (): Promise<{ n: number } | null> =>
  (
    await server.data<{ run: { score: { n: number } | null } }>(
      `query ($run: ID!) { run(id: $run) { score { n } } }`,
      { run },
      { key },
    )
  ).run.score;

it("a run's score is over the questions that can be scored", async () => {
  expect(await scoreOver()).toEqual({ n: 200 - CAPTIONS });
});

it("a release of fewer than 20 questions shows no score, although all are scored", async () => {
  const { slug, keys, labels } = await importHidden(server, { slug: "small", count: 10 });
  const input = { benchmark: slug, model: { name: "m" }, predictions: answering(keys, labels) };
  const { id } = await server.submit<{ id: string }>(input, { key });
  const { run: one } = await server.data<{ run: { score: object | null } }>(
    `query ($id: ID!) { run(id: $id) { score { n } } }`,
    { id },
    { key },
  );
  expect(one.score).toBeNull();
});

it("exports of runs with one scored question do not show whether its answer is right", async () => {
  const { keys, labels } = await importHidden(server, {
    slug: "single",
    question: (index) => (index > 0 ? { answerFormat: "CAPTION", options: undefined, answer: ["It rings."] } : {}),
  });
  const cardAfter = async (owner: string, guess: string | undefined): Promise<string> => {
    const own = { key: await keyOf(server, owner) };
    const run = async (response: string, more: object): Promise<string> => {
      const predictions = [{ question: keys[0], response }];
      const input = { benchmark: "single", visibility: "PUBLIC", predictions, ...more };
      return (await server.submit<{ id: string }>(input, own)).id;
    };
    await run(labels[0] === "A" ? "B" : "A", { model: { name: `named ${owner}` } });
    const second = await run(guess ?? "", { model: { name: `second ${owner}` }, anonymous: true });
    const response = await server.app.request(`/export/runs/${second}?format=model-card`);
    return `${response.status} ${(await response.json()).errors?.[0]?.message}`;
  };
  const right = await cardAfter("ann", labels[0]);
  expect(right).toBe(await cardAfter("bob", labels[0] === "C" ? "D" : "C"));
  expect(right).toMatch(/No question of the release can be scored, or too few/);
});
