import { afterAll, beforeAll, expect, it } from "vitest";
import { jsonFile } from "../../fixtures/file-writing.ts";
import { importFiles } from "../../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { submit } from "../rescoring/rescoring-client.ts";

const SENTENCE = "Yes, there is a voiceover.";
const FILES = [
  jsonFile("levels/reasoning/AVQA/data.json", [
    {
      id: "00000",
      task: "AVQA",
      subtask: null,
      input: { question: { prompt: "prompt_avqa", text: "Is there a voiceover?", options: "avqa_options_list_is" } },
      output: { question_answer: "yes" },
    },
  ]),
];
/** The same release as earlier versions imported it, which did not know the list. */
const BEFORE = jsonFile("before.json", {
  benchmark: { slug: "avi-bench", title: "AVI-Bench" },
  questions: [
    {
      key: "AVQA/0",
      task: "avqa",
      level: "REASONING",
      text: "Is there a voiceover?",
      answerFormat: "OPEN_TEXT",
      answer: "yes",
      native: { id: "00000", folder: "AVQA", prompt: "prompt_avqa", options: "avqa_options_list_is" },
    },
  ],
});

let server: TestServer;
let before: string;
beforeAll(async () => {
  server = await createTestServer();
  await importFiles(server.database, "avi-bench", [BEFORE]);
  before = await submit(server, "avi-bench", "before", [{ question: "AVQA/0", response: SENTENCE }]);
});
afterAll(() => server.close());

const score = async (run: string): Promise<number> =>
  (
    await server.data<{ run: { score: { value: number } } }>("query ($id: ID!) { run(id: $id) { score { value } } }", {
      id: run,
    })
  ).run.score.value;

it("importing the same files again gives a release its options, says what changed, and keeps the runs of the other release", async () => {
  expect(await score(before)).toBe(0);
  await expect(importFiles(server.database, "avi-bench", FILES)).rejects.toMatchObject({
    code: "CONFLICT",
    message: expect.stringContaining("1 run of 1 model would leave the leaderboard"),
    details: {
      changes: {
        questions: {
          ...{ before: 1, after: 1, added: 0, removed: 0, changed: 1 },
          changedParts: ["OPTIONS", "ANSWER_FORMAT", "ANSWER"].map((part) => ({ part, count: 1 })),
        },
      },
    },
  });
  expect(await importFiles(server.database, "avi-bench", FILES, { replace: true })).toMatchObject({
    status: "CREATED",
    changes: { leaving: { scored: 1, models: ["before"] } },
  });
  const now = await submit(server, "avi-bench", "now", [{ question: "AVQA/0", response: SENTENCE }]);
  expect([await score(now), await score(before)]).toEqual([1, 0]);
});
