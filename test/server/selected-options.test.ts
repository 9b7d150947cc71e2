import { afterAll, beforeAll, expect, it } from "vitest";
import { jsonFile } from "../fixtures/file-writing.ts";
import { importFiles } from "../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";

const SLUG = "sets";
const options = ["Piano", "Drums; brushes", "Violin", "Guitar"];
const question = (key: string, task: string, answer: unknown) => ({
  key,
  task,
  text: `What is heard in ${key}?`,
  options,
  answerFormat: "MULTIPLE_SELECT",
  answer,
});
const CONTENT = {
  benchmark: { slug: SLUG, title: "Sets" },
  tasks: [
    { name: "Exact", level: "PERCEPTION" },
    { name: "Graded", level: "PERCEPTION", metric: "F1" },
  ],
  questions: [
    question("e1", "Exact", ["A", "C"]),
    question("e2", "Exact", ["Guitar", "Drums; brushes"]),
    question("e3", "Exact", [2]),
    question("g1", "Graded", ["A", "C"]),
  ],
};

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  await importFiles(server.database, SLUG, [jsonFile("sets.json", CONTENT)]);
});
afterAll(() => server.close());

const submit = (responses: Readonly<Record<string, string>>, fields: string, input: object = {}) =>
  server.submit<{
    score: { value: number; n: number };
    predictions: {
      nodes: { question: { key: string }; outcome: string; score: number; extraction: { answer: string | null } }[];
    };
  }>(
    {
      benchmark: SLUG,
      predictions: Object.entries(responses).map(([key, response]) => ({ question: key, response })),
      ...input,
    },
    { fields: `id score { value n } ${fields}` },
  );
const PREDICTIONS = "predictions { nodes { question { key } outcome score extraction { answer } } }";

it("an answer is right if it names all right options and no others; F1 gives a part of the score", async () => {
  const run = await submit({ e1: "Answer: C, A", e2: "B", e3: "C", g1: "A, B, C" }, PREDICTIONS);
  expect(run.predictions.nodes.map(({ question: { key }, ...rest }) => [key, rest])).toEqual([
    ["e1", { outcome: "CORRECT", score: 1, extraction: { answer: "A, C" } }],
    ["e2", { outcome: "WRONG", score: 0, extraction: { answer: "B" } }],
    ["e3", { outcome: "CORRECT", score: 1, extraction: { answer: "C" } }],
    ["g1", { outcome: "PARTIAL", score: expect.closeTo(0.8, 6), extraction: { answer: "A, B, C" } }],
  ]);
  expect(run.score).toEqual({ value: expect.closeTo((1 + 0 + 1 + 0.8) / 4, 6), n: 4 });
});

it("an open-ended run answers with the options' texts", async () => {
  const run = await submit({ e1: "violin; piano", e3: "Piano" }, PREDICTIONS, { openEnded: true });
  expect(run.predictions.nodes.map(({ outcome }) => outcome)).toEqual(["CORRECT", "WRONG"]);
});

const ANSWER = "answer { label labels positions texts text value }";

it("the API shows positions, labels and texts of all right options", async () => {
  const { questions } = await server.data<{ questions: { nodes: object[] } }>(
    `{ questions(filter: { benchmarks: ["${SLUG}"] }, first: 2) { nodes { answerFormat ${ANSWER} } } }`,
  );
  expect(questions.nodes[1]).toEqual({
    answerFormat: "MULTIPLE_SELECT",
    answer: {
      label: null,
      labels: ["B", "D"],
      positions: [1, 3],
      texts: ["Drums; brushes", "Guitar"],
      text: null,
      value: { kind: "options", positions: [1, 3], texts: ["Drums; brushes", "Guitar"] },
    },
  });
  const { questions: demo } = await server.data<{ questions: { nodes: [{ answer: Record<string, unknown> }] } }>(
    `{ questions(filter: { benchmarks: ["omnidex-demo"], answerFormats: [MULTIPLE_CHOICE] }, first: 1) { nodes { ${ANSWER} } } }`,
  );
  const { label, text, labels, texts, positions } = demo.nodes[0].answer;
  expect([labels, texts, positions]).toEqual([[label], [text], [String(label).charCodeAt(0) - 65]]);
});

it("the chance of a set is unknown, and its options are counted by no figure", async () => {
  const { benchmark } = await server.data<{ benchmark: { tasks: object[] } }>(
    `{ benchmark(slug: "${SLUG}") { tasks { chance } } }`,
  );
  expect(benchmark.tasks).toEqual([{ chance: null }, { chance: null }]);
});

it("a correction names the labels of all right options", async () => {
  const correct = (answer: string) =>
    server.request<{ correctAnswers: { keyRevision: { revision: number } } }>(
      "mutation ($input: CorrectAnswersInput!) { correctAnswers(input: $input) { keyRevision { revision } changed } }",
      { input: { benchmark: SLUG, reason: "Heard again.", author: "A", corrections: [{ question: "e3", answer }] } },
    );
  expect((await correct("C")).errors?.[0]?.message).toContain("This is already the answer.");
  expect((await correct("C, E")).errors?.[0]?.message).toContain("a label from A to D");
  expect((await correct("D, A")).data.correctAnswers.keyRevision.revision).toBe(2);
  const { questions } = await server.data<{ questions: { nodes: object[] } }>(
    `{ questions(filter: { benchmarks: ["${SLUG}"] }, first: 9) { nodes { key answer { labels } } } }`,
  );
  expect(questions.nodes).toContainEqual({ key: "e3", answer: { labels: ["A", "D"] } });
});
