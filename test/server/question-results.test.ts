import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../support/test-server.ts";

interface Listed {
  readonly key: string;
  readonly results: { readonly right: number; readonly runs: number } | null;
}

const QUESTIONS = `{ questions(filter: { benchmarks: ["omnidex-demo"] }, first: 1000) { nodes {
  key results { right runs } } } }`;
const RUNS = `{ runs(filter: { benchmarks: ["omnidex-demo"] }, first: 10) { nodes { partial openEnded
  predictions(first: 1000) { nodes { outcome question { key } } } } } }`;
interface Runs {
  readonly runs: {
    readonly nodes: readonly {
      readonly partial: boolean;
      readonly openEnded: boolean;
      readonly predictions: { nodes: readonly { outcome: string | null; question: { key: string } }[] };
    }[];
  };
}

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const listed = async (key?: null): Promise<readonly Listed[]> => {
  const options = key === null ? { key } : {};
  return (await server.data<{ questions: { nodes: Listed[] } }>(QUESTIONS, {}, options)).questions.nodes;
};

it("a question's results count the outcomes of its predictions", async () => {
  const { runs } = await server.data<Runs>(RUNS);
  const complete = runs.nodes.filter(({ partial, openEnded }) => !partial && !openEnded);
  const right = new Map<string, number>();
  for (const { predictions } of complete)
    for (const { outcome, question } of predictions.nodes)
      if (outcome === "CORRECT") right.set(question.key, (right.get(question.key) ?? 0) + 1);
  const questions = await listed();
  expect(new Set(right.values()).size).toBeGreaterThan(1);
  expect(questions.map(({ key, results }) => [key, results])).toEqual(
    questions.map(({ key }) => [key, { right: right.get(key) ?? 0, runs: complete.length }]),
  );
});

it("a question's results count a private run for its owner only, and no partial or open-ended run", async () => {
  const before = (await listed(null))[0];
  const [first] = await listed();
  const key = first?.key ?? "";
  const predictions = (await listed()).map((question) => ({ question: question.key, response: "no idea" }));
  await server.submit({ predictions, visibility: "PRIVATE", model: { name: "private" } });
  await server.submit({ predictions, visibility: "PUBLIC", openEnded: true, model: { name: "open" } });
  const few = predictions.slice(0, 3);
  await server.submit({ predictions: few, visibility: "PUBLIC", model: { name: "partial" } });
  expect((await listed(null)).find((question) => question.key === key)?.results).toEqual(before?.results);
  const { right = 0, runs = 0 } = before?.results ?? {};
  expect((await listed()).find((question) => question.key === key)?.results).toEqual({ right, runs: runs + 1 });
});

it("a question's results are null if answers are hidden, except for administrators", async () => {
  await server.database.query({ text: "update releases set answer_access = 'HIDDEN'", params: [] });
  expect((await listed(null)).every(({ results }) => results === null)).toBe(true);
  expect((await listed()).every(({ results }) => results !== null && results.runs > 0)).toBe(true);
});
