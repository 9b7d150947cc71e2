import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { importBenchmark } from "../support/admin-imports.ts";
import { ADMIN_KEY, createTestServer, type TestServer } from "../support/test-server.ts";
import { GAPS, gapBatch } from "./gap-batch.ts";

const DOCUMENT = "query ($id: ID!) { node(id: $id) { __typename id ... on Run { status } ... on Question { key } } }";

let server: TestServer;
let questions: readonly string[];
let privateRun: string;

beforeAll(async () => {
  server = await createTestServer();
  await importBenchmark(server.database, gapBatch());
  const found = await server.data<{ questions: { nodes: { id: string }[] } }>(
    "{ questions(first: 150) { nodes { id } } }",
  );
  questions = found.questions.nodes.map(({ id }) => id);
  const input = {
    benchmark: GAPS,
    model: { name: "Somebody's" },
    inputs: ["VIDEO"],
    idempotencyKey: "gathered",
    visibility: "PRIVATE",
    predictions: [{ question: "q1", response: "A" }],
  };
  privateRun = (await server.submit(input)).id;
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => server.close());

const node = (id: string, key: string | null = ADMIN_KEY) =>
  server.request<{ node: { id: string } | null }>(DOCUMENT, { id }, { key });

/** The answers to several simultaneous requests, and the statements that they cost together. */
async function atOnce<T>(
  requests: () => readonly Promise<T>[],
): Promise<{ answers: readonly T[]; statements: number }> {
  let statements = 0;
  const stop = server.database.onStatement(() => {
    statements += 1;
  });
  const answers = await Promise.all(requests());
  stop();
  return { answers, statements };
}

it("simultaneous lookups by one document are read together, with one statement for every eight", async () => {
  const asked = [...questions, ...questions.slice(0, 5), "question_999999", "question_x"];
  const { answers, statements } = await atOnce(() => asked.map((id) => node(id)));
  const ids = answers.map(({ data }) => data.node?.id ?? null);
  expect(ids).toEqual(asked.map((id) => (questions.includes(id) ? id : null)));
  expect(questions.length).toBeGreaterThan(16);
  // All of them except the last, which is not an id.
  expect(statements).toBe(Math.ceil((asked.length - 1) / 8));
});

it("no viewer gets rows that were read for another viewer at the same time", async () => {
  const { answers, statements } = await atOnce(() => [node(privateRun), node(privateRun, null), node(privateRun)]);
  expect(answers.map(({ data }) => data.node?.id)).toEqual([privateRun, undefined, privateRun]);
  expect(statements).toBe(2);
});

it("an object is read again by a later request", async () => {
  const { statements } = await atOnce(() => [node(questions[0] ?? "").then(() => node(questions[0] ?? ""))]);
  expect(statements).toBe(2);
});

it("all objects are left to the resolvers if the statement fails", async () => {
  await node(questions[0] ?? "");
  const query = vi.spyOn(server.database, "query").mockRejectedValueOnce(new Error("gone"));
  const answers = await Promise.all(questions.slice(0, 3).map((id) => node(id)));
  expect(query.mock.calls.length).toBeGreaterThan(1);
  expect(answers.map(({ data }) => data.node?.id)).toEqual(questions.slice(0, 3));
});
