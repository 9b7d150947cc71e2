import { expect, it } from "vitest";
import { memoryFile } from "../../../src/formats/files/submission-file.ts";
import { checkSubmission } from "../../../src/formats/join/join-submission.ts";
import { openRuns } from "../../../src/formats/read-submission.ts";
import { jsonFile } from "../../fixtures/file-writing.ts";
import { join, question } from "./joined.ts";

const OPTIONS = ["a cat", "two dogs", "birds"];
const release = {
  benchmark: "own",
  questions: [0, 1].map((ordinal) => question(ordinal, { options: OPTIONS })),
};

/** VLMEvalKit's rows of a circular evaluation: each question with its options in each cyclic order. */
const circular = [0, 1, 2].flatMap((turn) =>
  release.questions.map(({ ordinal, text, video }) => ({
    index: ordinal + turn * 1_000_000,
    video,
    question: text,
    ...Object.fromEntries(OPTIONS.map((_, at) => ["ABC"[at], OPTIONS[(at + turn) % OPTIONS.length]])),
    prediction: "A",
  })),
);
const file = jsonFile("model_Own.json", circular);

it("each repetition of the questions is a run", async () => {
  const runs = await openRuns([memoryFile(file.name, file.bytes)]);
  expect(runs.map(({ repetition }) => repetition)).toEqual([1, 2, 3].map((number) => ({ number, of: 3 })));
  const reports = await Promise.all(runs.map((run) => checkSubmission(run, release as never)));
  for (const report of reports) expect(report).toMatchObject({ rows: 2, predictions: 2, problemCount: 0 });
});

it("one repetition alone is a run, whatever its number", async () => {
  const later = jsonFile("model_Own.json", circular.slice(2, 4));
  const runs = await openRuns([memoryFile(later.name, later.bytes)]);
  expect(runs.map(({ repetition }) => repetition)).toEqual([undefined]);
});

it("more than a hundred repetitions are refused, with the option that chooses one", async () => {
  const many = Array.from({ length: 101 }, (_, turn) => ({ ...circular[0], index: turn * 1_000_000 }));
  const { name, bytes } = jsonFile("model_Own.json", many);
  await expect(openRuns([memoryFile(name, bytes)])).rejects.toThrow(/more than 100 repetitions .*--epoch/);
  expect(await openRuns([memoryFile(name, bytes)], { epoch: 7 })).toHaveLength(1);
});

it("a repetition that the file's header does not announce is named by each of its rows", async () => {
  const sample = (epoch: number) => ({ id: "v0/0", epoch, input: "?", output: { completion: "A" } });
  const log = jsonFile("log.json", { eval: { task: "own", model: "m" }, samples: [sample(1), sample(2)] });
  const { report } = await join([log], release as never);
  expect(report.problems[0]?.reason).toMatch(/^Repetition 2 of question v0\/0, .*--epoch 2 submits this one\.$/);
});

it.each([
  [1, "A"],
  [2, "B"],
  [3, "C"],
])("repetition %d is a run, with the answers under the questions' own labels", async (epoch, label) => {
  const { report, responses } = await join([file], release as never, { epoch });
  expect(report).toMatchObject({ rows: 2, predictions: 2, problemCount: 0 });
  expect([...responses.values()]).toEqual([label, label]);
});
