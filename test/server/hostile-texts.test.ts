import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { ImportBatch } from "../../src/domain/import-batch.ts";
import { importBenchmark } from "../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";
import { GAPS, gapBatch } from "./gap-batch.ts";

/** Texts that JSON, SQL, arrays of PostgreSQL or the server's own templates might handle wrongly. */
const TEXTS = [
  `'; drop table runs; --`,
  `"quoted" \\ \\" \\u0041 \\n`,
  `a\tb\r\nc\b\f\v\u001f\u007f\u0085`,
  "\u2028\u2029\ufeff\u200b\u202e",
  "👩‍👩‍👧 𝒳 é é 音",
  '{null,NULL,"a,b"}',
  "$1 :name ? %s &amp; </script>",
  "null",
  "",
];
/** Numbers with no more digits than the types that they are read into can hold. */
const NUMBERS = [0, 0.1 + 0.2, 1e-7, 5e-324, 123456789.123, 2 ** 53, 1e21, 86_400.000001];

const text = (index: number): string => TEXTS[index % TEXTS.length] as string;

function hostileBatch(): ImportBatch {
  const batch = gapBatch();
  return {
    ...batch,
    source: { format: text(1), files: TEXTS.filter((one) => one !== "") },
    categories: batch.categories.map((category, index) => ({ ...category, name: `c${text(index)}` })),
    tasks: batch.tasks.map((task, index) => ({ ...task, name: `t${text(index + 1)}`, chance: 1 / 3 })),
    videos: batch.videos.map((video, index) => ({
      ...video,
      durationSeconds: NUMBERS[index % NUMBERS.length] as number,
      url: text(index),
      caption: text(index + 1),
      native: { [text(index)]: TEXTS, number: NUMBERS, deep: { "": [null, true, { a: -0 }] } },
    })),
    questions: batch.questions.map((question, index) => ({
      ...question,
      text: `q${text(index)}`,
      ...(question.answerFormat === "MULTIPLE_CHOICE" && {
        options: [`o${text(index)}`, text(index + 1)],
        answer: { kind: "option", position: 1, text: text(index + 1) },
      }),
      reasoningSteps: TEXTS.map((step) => ({ modality: "AUDIO", evidence: step, inference: `i${step}` })),
      media: TEXTS.slice(0, 2).map((path) => ({ kind: "VIDEO", path: `m${path}` })),
      native: { text: text(index), numbers: NUMBERS },
    })),
    oddities: TEXTS.map((message) => ({ code: "DUPLICATE_OPTIONS", key: message, message })),
  } as ImportBatch;
}

let server: TestServer;
let run: string;
beforeAll(async () => {
  server = await createTestServer();
  await importBenchmark(server.database, hostileBatch());
  const predictions = hostileBatch().questions.map(({ key }, index) =>
    index % 2 ? { question: key, response: text(index) } : { question: key, error: `e${text(index)}` },
  );
  const input = { benchmark: GAPS, inputs: ["VIDEO"], idempotencyKey: text(0), visibility: "PUBLIC", predictions };
  run = (
    await server.submit({
      ...input,
      model: { name: `m${TEXTS.join("").replaceAll(/\p{C}/gu, "")}` },
      notes: TEXTS.join(),
      prompt: text(4),
    })
  ).id;
});
afterAll(() => server.close());

const QUESTION = `key text options { label text } answer { label text value } reasoningSteps { modality evidence inference }
  media { kind path } native audioTypes { type nativeLabel } task { name chance }
  video { key url durationSeconds caption native category { name parent { name } } }`;

describe("the compiled path returns the same text as graphql-js for", () => {
  test.each([
    ["questions", `{ questions(first: 100) { edges { cursor node { ${QUESTION} } } } }`],
    ["questions of a benchmark", `{ benchmark(slug: "${GAPS}") { questions(first: 100) { nodes { ${QUESTION} } } } }`],
    ["videos", "{ videos(first: 100) { edges { cursor node { key url durationSeconds caption native } } } }"],
    [
      "releases",
      `{ benchmark(slug: "${GAPS}") { releases { sourceFormat sourceFiles oddities { code key message } } } }`,
    ],
    [
      "a run",
      `query ($run: ID!) { node(id: $run) { ... on Run { notes prompt predictionCount model { name }
        predictions(first: 100) { nodes { response error digest question { key } score } } } } }`,
    ],
  ])("%s", async (_name, document) => {
    const spy = vi.spyOn(server.services.replies, "reply");
    const told = await server.request(document, { run });
    expect(await spy.mock.results[0]?.value).not.toBeNull();
    spy.mockResolvedValue(null);
    const resolved = await server.request(document, { run });
    spy.mockRestore();
    expect(told.errors).toBeUndefined();
    expect(JSON.stringify(told.data)).toBe(JSON.stringify(resolved.data));
  });
});
