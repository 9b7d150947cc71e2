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
      ...(index <= CAPTIONS && { task: "Captions" }),
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
  "60 others": () => mixed.keys.slice(100, 160),
  "60 others, 25 captions and one more": () => [...mixed.keys.slice(0, 25), ...mixed.keys.slice(100, 161)],
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

it("a run shows no score over a set whose scored questions differ by fewer than 20 from those of another set", async () => {
  expect(await scoreOver({ keys: DECLARED["60 others"]() })).toEqual({ n: 60 });
  expect(await scoreOver({ keys: DECLARED["60 others, 25 captions and one more"]() })).toBeNull();
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
  expect(await rowsOver({ tasks: ["counting"] })).toBe(1);
  expect(await rowsOver({ tasks: ["captions"] })).toBe(0);
});
