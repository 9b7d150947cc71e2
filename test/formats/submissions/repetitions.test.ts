import { expect, it } from "vitest";
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

it("repetitions of a question are recognised, and each row says how to submit its repetition", async () => {
  const { report } = await join([file], release as never);
  expect(report).toMatchObject({ rows: 6, predictions: 2, problemCount: 4 });
  expect(report.problems[0]).toMatchObject({
    place: expect.stringContaining("$[2]"),
    reason: expect.stringMatching(
      /^Repetition 2 of question v0\/0, which is answered already: .*Each repetition is a run of its own: choose one with --epoch, as in --epoch 2\.$/,
    ),
  });
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
