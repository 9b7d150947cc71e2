import { expect, it } from "vitest";
import { jsonFile } from "../../fixtures/file-writing.ts";
import { importFiles } from "../../support/admin-imports.ts";
import { createTestServer } from "../../support/test-server.ts";
import { fakeModels } from "../captions/fake-models.ts";

const caption = (index: number, ...references: string[]) => ({
  id: `${index}`,
  task: "AVC",
  subtask: null,
  input: {
    question: { prompt: "prompt_avc", text: "Describe it.", options: null },
    video: `./input/videos/${index}.mp4`,
  },
  output: { question_answer: references },
});
const FILE = jsonFile("levels/understanding/AVC/data.json", [
  caption(0, "a dog"),
  caption(1, "a dog", "b cat"),
  caption(2, "a dog"),
  caption(3, "a dog"),
  caption(4, "a dog"),
  caption(5, "a dog"),
]);

// The fake models call two texts similar if both begin with "a" or both begin with "b".
const PREDICTIONS = [
  { question: "AVC/0", response: "a hound" },
  { question: "AVC/1", response: "a hound" },
  { question: "AVC/2", response: " " },
  { question: "AVC/3", response: "" },
  { question: "AVC/4", error: "HTTP 503" },
];

it("FENSE scores the submitted captions of a release with no other task", async () => {
  const server = await createTestServer(fakeModels().models);
  await importFiles(server.database, "avi-bench", [FILE]);
  const { submitRun } = await server.data<{ submitRun: { run: { taskScores: object[] } } }>(
    `mutation ($input: SubmitRunInput!) { submitRun(input: $input) { run { taskScores {
      task { slug } metric value n valueStrict nStrict mean reason } } } }`,
    {
      input: {
        benchmark: "avi-bench",
        model: { name: "m" },
        inputs: ["VIDEO"],
        idempotencyKey: "captions",
        predictions: PREDICTIONS,
      },
    },
  );
  // The first three captions score 1, 1/2 and 0. `value` leaves out the empty caption, the failure and the missing
  // caption; `valueStrict` counts them as 0.
  expect(submitRun.run.taskScores).toEqual([
    {
      task: { slug: "avc" },
      metric: "FENSE",
      value: 1.5 / 3,
      n: 3,
      valueStrict: 1.5 / 6,
      nStrict: 6,
      mean: 1.5 / 6,
      reason: null,
    },
  ]);
  await server.close();
});
