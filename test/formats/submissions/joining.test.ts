import { describe, expect, it } from "vitest";
import type { ImportFile } from "../../../src/formats/files/importer.ts";
import type { JoinQuestion, JoinRelease } from "../../../src/formats/join/found-question.ts";
import { checkSubmission } from "../../../src/formats/join/join-submission.ts";
import { jsonFile, textFile } from "../../fixtures/file-writing.ts";
import { mmworldFixture, mmworldJson } from "../../fixtures/mmworld-fixture.ts";
import { mmworldEvalAi } from "../../fixtures/results/mmworld-results.ts";
import { choiceOutputs, releaseOf } from "../../fixtures/results/model-outputs.ts";
import { worldSenseLmmsEval } from "../../fixtures/results/worldsense-results.ts";
import { worldSenseFixture, worldSenseJson } from "../../fixtures/worldsense-fixture.ts";
import { importerOf } from "../../support/importing.ts";
import { join, open, question } from "./joined.ts";

const release = (questions: readonly JoinQuestion[]): JoinRelease => ({ benchmark: "bench", questions });
const ndjson = (rows: readonly object[], name = "r.jsonl"): ImportFile =>
  textFile(name, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
const BENCH = release([question(0), question(1), question(2)]);
const row = (index: number, over: object = {}) => ({
  index,
  video: `v${index}`,
  question: `What is number ${index}?`,
  candidates: "['A. a cat', 'B. two dogs', 'C. birds']",
  prediction: "B",
  ...over,
});

const reasons = async (rows: readonly object[], over: JoinRelease = BENCH): Promise<readonly string[]> =>
  (await join([ndjson(rows)], over)).report.problems.map(({ file, place, reason }) => `${file}: ${place}: ${reason}`);

describe("a row that cannot be joined", () => {
  it.each([
    [
      "an unknown key",
      [{ question: "v1/7", response: "A" }],
      "r.jsonl: line 1: No question 'v1/7' in bench; nearest: v1/0.",
    ],
    [
      "a key for a text",
      [{ question: "v1/0", prediction: "A" }],
      `r.jsonl: line 1: "v1/0" is the key of a question, not its text: in a row with a key, name the output 'response'.`,
    ],
    [
      "another text",
      [row(1, { question: "What is number 12?" })],
      'r.jsonl: line 1: No question of bench has the text "What is number 12?"; question 1 of bench (v1/0) is "What is number 1?"; nearest: v1/0.',
    ],
    [
      "another video",
      [row(1, { video: "v7" })],
      'r.jsonl: line 1: No video "v7" has the question "What is number 1?"; it is v1/0.',
    ],
    [
      "other options",
      [row(1, { candidates: "['A. x', 'B. y', 'C. z']" })],
      'r.jsonl: line 1: The options differ from those of v1/0: "A. x | B. y | C. z".',
    ],
    [
      "the same question twice",
      [
        { question: "v1/0", response: "A" },
        { question: "v2/0", response: "A" },
        { question: "v1/0", response: "B" },
      ],
      "r.jsonl: line 3: Question v1/0 is answered already: r.jsonl: line 1.",
    ],
    ["no object", [{ question: "v1/0", response: "A" }, [1]], "r.jsonl: line 2: An object is expected, not a list."],
    [
      "no key",
      [{ question: "v1/0", response: "A" }, { response: "A" }],
      "r.jsonl: line 2: It cannot be read as a row of omnidex: it has no 'question', the key of the question that it answers.",
    ],
    [
      "a NUL character",
      [{ question: "v1/0", response: "A\0" }],
      "r.jsonl: line 1: One of its texts contains a NUL character, which cannot be stored.",
    ],
  ])("%s", async (_name, rows, message) => {
    expect(await reasons(rows)).toEqual([message]);
  });

  it("is left out, and the other rows are kept", async () => {
    const { predictions } = await join([ndjson([row(0), row(1, { video: "v7" }), row(2)])], BENCH);
    expect(predictions.map((prediction) => prediction.question)).toEqual(["v0/0", "v2/0"]);
  });

  it("is described in the report for the first thousand, and only counted after that", async () => {
    const rows = Array.from({ length: 1500 }, (_, index) => ({ question: `x${index}`, response: "A" }));
    const { report } = await join([ndjson(rows)], BENCH);
    expect([report.problems.length, report.problemCount]).toEqual([1000, 1500]);
  });

  it("stops the reading after a hundred thousand such rows, because the file is the wrong one", async () => {
    const rows = Array.from({ length: 100_001 }, () => '{"question":"x","response":"A"}');
    const report = await checkSubmission(await open([textFile("r.jsonl", rows.join("\n"))]), BENCH);
    expect(report).toMatchObject({ problemCount: 100_000, isCut: true });
  });
});

describe("positions", () => {
  const asks = (index: number, number: number, over: object = {}) => ({
    doc_id: index,
    filtered_resps: ["B"],
    input: `Look.\nWhat is number ${number}?\nA. a cat\nB. two dogs\nC. birds\n`,
    ...over,
  });

  it("in another order are ignored, and the prompts decide", async () => {
    const { report, responses } = await join([ndjson([asks(0, 2), asks(1, 0), asks(2, 1)])], BENCH);
    expect([...responses.keys()]).toEqual(["v2/0", "v0/0", "v1/0"]);
    expect(report.notes[0]).toMatch(/^3 rows out of the benchmark's order \(r\.jsonl: line 1 is the first\)/);
  });

  it("of a filtered part, which is numbered from 0 again, are ignored, and the prompts decide", async () => {
    const { responses } = await join([ndjson([asks(0, 1), asks(1, 2)])], BENCH);
    expect([...responses.keys()]).toEqual(["v1/0", "v2/0"]);
  });

  it("decide between equal texts only if every row is in its place", async () => {
    const same = { text: "What is it?", options: ["a cat", "two dogs", "birds"] };
    const twice = release([question(0, same), question(1, same), question(2), question(3)]);
    const input = "What is it?\nA. a cat\nB. two dogs\nC. birds\n";
    const good = await join([ndjson([asks(0, 0, { input }), asks(1, 0, { input }), asks(2, 2)])], twice);
    expect([...good.responses.keys()]).toEqual(["v0/0", "v1/0", "v2/0"]);
    const rows = [asks(0, 0, { input }), asks(1, 0, { input }), asks(2, 3)];
    expect(await reasons(rows, twice)).toEqual([
      "r.jsonl: line 1: Only its position identifies its question as v0/0, but the file is in another order: r.jsonl: line 3 is not in its place.",
      "r.jsonl: line 2: Only its position identifies its question as v1/0, but the file is in another order: r.jsonl: line 3 is not in its place.",
    ]);
  });

  it("without prompts are accepted for a whole file, but not for a part", async () => {
    const bare = (index: number) => ({ doc_id: index, filtered_resps: ["B"] });
    expect(await reasons([bare(0), bare(1), bare(2)])).toEqual([]);
    expect(await reasons([bare(0), bare(1)])).toHaveLength(2);
    expect(await reasons([bare(0), bare(1), bare(2), bare(3)])).toEqual([
      "r.jsonl: line 4: There is no question 3: bench has 3, counted from 0.",
    ]);
  });

  it("are refused if the row names a different task", async () => {
    const rows = [0, 1, 2].map((index) => ({
      doc_id: index,
      filtered_resps: "A",
      m: { question_id: index, category: "Colours" },
    }));
    expect((await reasons(rows))[0]).toBe(
      'r.jsonl: line 1: The row\'s task is "Colours", but question 0 (v0/0) is of "Counting".',
    );
  });

  it("are read from the dataset's own index if the metric logs it, because filtering does not change that index", async () => {
    const videos = worldSenseFixture();
    const batch = await importerOf("worldsense")([worldSenseJson(videos)]);
    const outputs = choiceOutputs(batch.questions);
    const text = new TextDecoder().decode(worldSenseLmmsEval(videos, outputs).bytes);
    const part = text
      .split("\n")
      .slice(100, 300)
      .map((line, index) => line.replace(/"doc_id":\d+/, `"doc_id":${index}`));
    const { report, responses } = await join([textFile("x.jsonl", part.join("\n"))], releaseOf(batch));
    expect(report).toMatchObject({ problemCount: 0, notes: [], predictions: 200 });
    expect(responses).toEqual(new Map([...outputs].slice(100, 300)));
  });
});

describe("options in another order", () => {
  const shuffled = "['A. birds', 'B. a cat', 'C. two dogs']";

  it("change a lone label to the question's own label", async () => {
    const rows = [
      row(0, { candidates: shuffled, prediction: "A" }),
      row(1, { candidates: shuffled, prediction: " (c). " }),
    ];
    const { report, responses } = await join([ndjson(rows)], BENCH);
    expect([...responses.values()]).toEqual(["C", " (B). "]);
    expect(report.notes[0]).toMatch(/^2 rows with options in another order/);
  });

  it("are refused if the answer is more than a label", async () => {
    const rows = [row(0, { candidates: shuffled, prediction: "It is A, I think, not B." })];
    expect((await reasons(rows))[0]).toMatch(/line 1: The model saw the options of v0\/0 in another order/);
  });

  it("change nothing if the labels still belong to the texts", async () => {
    const { responses } = await join(
      [ndjson([row(0, { candidates: "['C. birds', 'A. a cat', 'B. two dogs']", prediction: "C" })])],
      BENCH,
    );
    expect(responses.get("v0/0")).toBe("C");
  });
});

describe("a question that occurs twice in a benchmark", () => {
  it("is answered in the order of the file", async () => {
    const same = { text: "Which?", video: "v0" };
    const twice = release([question(0, same), question(1, { ...same, key: "v0/1" })]);
    const rows = ["A", "B"].map((prediction) => row(0, { index: undefined, question: "Which?", prediction }));
    const { responses } = await join([jsonFile("x.json", rows)], twice);
    expect([...responses]).toEqual([
      ["v0/0", "A"],
      ["v0/1", "B"],
    ]);
  });
});

describe("MMWorld's EvalAI form", () => {
  const videos = mmworldFixture();

  it("is joined by the order of the rows of each video", async () => {
    const batch = await importerOf("mmworld")([mmworldJson(videos)]);
    const outputs = choiceOutputs(batch.questions);
    const { submission, report, responses } = await join([mmworldEvalAi(videos, outputs)], releaseOf(batch));
    expect([submission.format, report.problemCount]).toEqual(["mmworld", 0]);
    expect([...responses].map(([key, text]) => [key, text?.replace("</s>", "")])).toEqual([...outputs]);
  });

  it("is refused for a video with fewer rows than questions, because the missing ones are unknown", async () => {
    const batch = await importerOf("mmworld")([mmworldJson(videos)]);
    const file = mmworldEvalAi(videos, choiceOutputs(batch.questions));
    const { detailed_results } = JSON.parse(new TextDecoder().decode(file.bytes)) as { detailed_results: object[] };
    const { report } = await join(
      [jsonFile("s.json", { detailed_results: detailed_results.slice(1) })],
      releaseOf(batch),
    );
    expect(report.problems[0]?.reason).toMatch(/has \d+ questions and \d+ rows, which name none of them\.$/);
    expect(report.problemCount).toBeGreaterThan(0);
  });
});
