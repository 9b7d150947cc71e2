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
    // The task "Captions" has one question that is not a caption.
    question: (index) => ({
      level: "PERCEPTION",
      task: index <= CAPTIONS ? "Captions" : index < 100 ? "Few" : "Many",
      ...(index < CAPTIONS && { answerFormat: "CAPTION", options: undefined, answer: ["It rings."] }),
    }),
  });
  key = await keyOf(server, "guest");
  for (const [name, keys] of Object.entries(DECLARED))
    await server.data(`mutation ($input: DeclareSliceInput!) { declareSlice(input: $input) { release { version } } }`, {
      input: { benchmark: "mixed", name, filter: { keys: keys() } },
    });
  const predictions = answering(mixed.keys, mixed.labels);
  run = (
    await server.submit<{ id: string }>(
      { benchmark: "mixed", model: { name: "m" }, visibility: "PUBLIC", predictions },
      { key },
    )
  ).id;
});
afterAll(() => server.close());

const DECLARED = {
  "110 others": () => mixed.keys.slice(61, 171),
  // The pair differs by 25 captions and one more question. Its scores must not depend on the order of the names.
  "b: 60 others": () => mixed.keys.slice(100, 160),
  "a: 60 others, 25 captions and one more": () => [...mixed.keys.slice(0, 25), ...mixed.keys.slice(100, 161)],
};

const scoreOver = async (filter: object | null): Promise<{ n: number } | null> =>
  (
    await server.data<{ run: { score: { n: number } | null } }>(
      `query ($run: ID!, $filter: QuestionFilter) { run(id: $run) { score(filter: $filter) { n } } }`,
      { run, filter },
      { key },
    )
  ).run.score;

it("a run shows no score over fewer than 20 scored questions", async () => {
  expect(await scoreOver(null)).toEqual({ n: 200 - CAPTIONS });
  expect(await scoreOver({ tasks: ["captions"] })).toBeNull();
  const { breakdown } = (
    await server.data<{ run: { breakdown: { score: { n: number } | null }[] } }>(
      `query ($run: ID!) { run(id: $run) { breakdown(by: TASK) { score { n } } } }`,
      { run },
      { key },
    )
  ).run;
  const sizes = breakdown.flatMap(({ score }) => score?.n ?? []);
  expect(sizes.length).toBeGreaterThan(0);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(20);
});

it("a run shows no score over declared slices whose scored questions differ by fewer than 20", async () => {
  expect(await scoreOver({ keys: DECLARED["110 others"]() })).toEqual({ n: 110 });
  for (const name of ["b: 60 others", "a: 60 others, 25 captions and one more"] as const)
    expect(await scoreOver({ keys: DECLARED[name]() }), name).toBeNull();
});

it("a leaderboard has no scores over them either", async () => {
  const rowsOver = async (filter: object): Promise<number> =>
    (
      await server.data<{ leaderboard: { totalCount: number } }>(
        `query ($filter: QuestionFilter) { leaderboard(benchmark: "mixed", filter: $filter) { totalCount } }`,
        { filter },
        { key },
      )
    ).leaderboard.totalCount;
  expect(await rowsOver({ tasks: ["few"] })).toBe(1);
  // Without the captions, the tasks "Few" and "Many" together leave out one question.
  expect(await rowsOver({ tasks: ["many"] })).toBe(0);
  expect(await rowsOver({ tasks: ["captions"] })).toBe(0);
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
