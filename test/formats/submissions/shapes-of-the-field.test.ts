import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { gathering, type ImportFile } from "../../../src/formats/files/importer.ts";
import { memoryFile } from "../../../src/formats/files/submission-file.ts";
import type { JoinRelease } from "../../../src/formats/join/found-question.ts";
import { openRuns } from "../../../src/formats/read-submission.ts";
import { recipeReader } from "../../../src/formats/recipes/recipe-reader.ts";
import { groupsOf } from "../../../src/submitting/file-groups.ts";
import { sharedDataset } from "../../support/shared-datasets.ts";
import { join, open, question, rowsOf } from "./joined.ts";

const BENCH: JoinRelease = { benchmark: "bench", questions: [0, 1, 2, 3, 4].map((at) => question(at)) };
const OPTIONS = ["A. a cat", "B. two dogs", "C. birds"];
const file = (name: string, text: string): ImportFile => ({ name, bytes: new TextEncoder().encode(text) });
const json = (value: unknown): ImportFile => file("a.json", JSON.stringify(value, null, 2));
const answers = ({ responses }: Awaited<ReturnType<typeof join>>) => [...responses];

describe("result files in the shapes of the field", () => {
  it("questions with their responses within a record of their video, with comments and last commas", async () => {
    const text = `// The template's "own" comment.
[
  { "video_id": "v0", "duration": "short", // "short, } medium
    "questions": [{ "question_id": "v0/0", "question": "What is number 0?", "options": ${JSON.stringify(OPTIONS)},
      "answer": "C", "response": "B. // two dogs", },] },
  /* the second "video */
  { "video_id": "v1", "questions": [{ "question_id": "of the file", "question": "What is number 1?", "response": "" }] },
]
`;
    const read = await join([file("output.json", text)], BENCH);
    expect(read.submission.format).toBe("common");
    expect(answers(read)).toEqual([
      ["v0/0", "B. // two dogs"],
      ["v1/0", ""],
    ]);
    await expect(open([file("a.json", text.replace('"B.', '/ "B.'))])).rejects.toThrow(
      "line 4, column 100: expected a JSON value",
    );
    await expect(open([file("a.json", "[1,,]")])).rejects.toThrow("line 1, column 4");
    await expect(open([file("a.json", "[/ 1]")])).rejects.toThrow("found '/'");
  });

  it("predictions beside the benchmark's record; a question that stands twice is resolved by the order, and said", async () => {
    const row = (number: number, prediction: string, over: object = {}) => ({
      prediction,
      annotation: {
        question: `What is number ${number}?`,
        choices: OPTIONS,
        gt_answer: "A",
        video_id: `v${number}`,
        ...over,
      },
    });
    const twice = { ...BENCH, questions: [...BENCH.questions, question(1, { key: "v1/1", ordinal: 5 })] };
    const predictions = [row(3, "A"), row(1, "B"), row(1, "C"), row(0, "A", { video_id: "v4" })];
    const read = await join([json({ predictions, dataset_name: "the_bench" })], twice);
    expect(read.submission.header.benchmark).toBe("the-bench");
    expect(answers(read)).toEqual([
      ["v3/0", "A"],
      ["v1/0", "B"],
      ["v1/1", "C"],
    ]);
    expect(read.report.problems.map(({ reason }) => reason)).toEqual([
      'No video "v4" has the question "What is number 0?"; it is v0/0.',
    ]);
    expect(read.report.notes).toEqual([
      expect.stringMatching(
        /^2 rows with a question that the benchmark has more than once \(a\.json: \$\.predictions\[1\] .* is the first\)/,
      ),
    ]);
  });

  it("lmms-eval's submissions for hidden answers, in which 'answer' is the model's, and is said to be", async () => {
    const read = await join([json([{ question_id: "v0/0", answer: "B" }])], BENCH);
    expect(answers(read)).toEqual([["v0/0", "B"]]);
    expect(read.report.notes).toEqual([
      "Its rows have an id and an 'answer' only, which was read as the model's, not as the right one.",
    ]);
    const key = open([json([{ question_id: "v0/0", question: "What is number 0?", answer: "B" }])]);
    await expect(key).rejects.toThrow("rows with a 'question_id' and without a 'response'");
  });

  it("answers by key, and by text", async () => {
    for (const indent of [0, 2]) {
      const value = { "v0/0": "A", "v1/0": null, "v2/0": { response: "Not clear." }, "What is number 3?": "B" };
      const read = await join([file("a.json", JSON.stringify(value, null, indent))], BENCH);
      expect(answers(read)).toEqual([
        ["v0/0", "A"],
        ["v1/0", null],
        ["v2/0", "Not clear."],
        ["v3/0", "B"],
      ]);
    }
    const texts = await join([file("a.csv", "question,response\nWhat is number 3?,B\n")], BENCH);
    expect(answers(texts)).toEqual([["v3/0", "B"]]);
  });

  it("a column for each configuration, whose blank cells are responses", async () => {
    const table = file(
      "Some-Model_V1_short_predictions_wide.csv",
      "sample_id,16f_151k,textonly\nv0/0,C,A\nv1/0,,B\nv2/0,B,\n",
    );
    const runs = await openRuns([memoryFile(table.name, table.bytes)]);
    expect(runs.map(({ column, header }) => ({ column, ...header }))).toMatchObject([
      { column: "16f_151k", model: "Some-Model", frames: 16, inputs: ["VIDEO"], inputsAreNamed: true },
      { column: "textonly", model: "Some-Model", inputs: ["TEXT"], inputsAreNamed: true },
    ]);
    const [frames] = runs;
    if (frames === undefined) throw new Error("no run");
    expect((await rowsOf(frames)).map((row) => "response" in row && row.response)).toEqual(["C", "", "B"]);
    await expect(open([table])).rejects.toThrow("several runs: 16f_151k, textonly");
  });

  it.each([
    "ground_truth",
    "groundTruth",
    "Gold",
    "gold_answer",
    "target",
    "truth",
    "references",
    "ref",
    "Solution",
    "key",
    "has_audio",
    "requires_audio",
    "human_answer",
    "correct",
    "is_hard",
    "label",
  ])("a column '%s' beside those of runs is no run, and is named", async (name) => {
    const table = file("wide.csv", `sample_id,${name},16f,32f\nv0/0,A,C,B\nv1/0,B,A,B\n`);
    const runs = await openRuns([memoryFile(table.name, table.bytes)]);
    expect(runs.map(({ column }) => column)).toEqual(["16f", "32f"]);
    expect(runs[0]?.header.remark).toBe(`Columns that describe the questions were not read as runs: ${name}.`);
    const alone = file("wide.csv", `sample_id,${name},16f\nv0/0,A,C\n`);
    await expect(open([alone])).rejects.toThrow(`rows with the fields sample_id, ${name}, 16f`);
  });
});

describe("the files of a folder", () => {
  it("stay together where a harness wrote them for one run", () => {
    const names = [
      "m/tasks/AVQA.json",
      "m/tasks/VSQA_I.json",
      "x/1_samples_worldsense_rank0.jsonl",
      "x/1_samples_worldsense_rank1.jsonl",
      "x/1_samples_mmworld.jsonl",
      "x/1_results.json",
      "y/u.json",
      "y/u_samples.jsonl",
      "z/_results.json",
      "z/a.csv",
    ];
    const groups = groupsOf(names.map((name) => memoryFile(name, new Uint8Array())));
    expect(groups.map((group) => group.map(({ name }) => name))).toEqual([
      names.slice(0, 2),
      names.slice(2, 4),
      ["x/1_samples_mmworld.jsonl"],
      names.slice(6, 8),
      ["z/_results.json"],
      ["z/a.csv"],
    ]);
  });
});

describe("Video-MME's own files", () => {
  it("the official template, which has commas after last elements, is read as it is", async (context) => {
    const template = sharedDataset(context, "field/video-mme/output_test_template.json");
    const submission = await open([template]);
    const rows = await rowsOf(submission);
    expect([submission.format, rows.length]).toEqual(["common", 9]);
    expect(rows[0]).toMatchObject({ names: { knownKey: "001-1", target: "C" }, response: "C. Berries." });
  });

  it("a real file whose ids are moved by one question is refused by its texts", async (context) => {
    const output = sharedDataset(context, "field/minicpm-o-4_5/output_videomme_cpp.json");
    const recipe = readFileSync(resolve(import.meta.dirname, "../../../data/recipes/video-mme.yaml"));
    const read = gathering(recipeReader({ name: "video-mme.yaml", bytes: recipe }, "video-mme"));
    const { questions } = await read([output]);
    const release = {
      benchmark: "video-mme",
      questions: questions.map(({ key, text, options, video }, at) => question(at, { key, text, options, video })),
    };
    const ids = questions.map(({ key }) => key);
    let at = 0;
    const text = Buffer.from(output.bytes)
      .toString()
      .replaceAll(/"question_id": "[^"]+"/g, () => {
        at += 1;
        return `"question_id": "${ids[at % ids.length]}"`;
      });
    const { report } = await join([file("output.json", text)], release);
    expect(report.shift).toMatch(/^The keys are shifted: each of \d{4} rows names the question 1 after its own/);
  });
});

describe("a file in no known shape", () => {
  const videos = [{ video_id: "001", duration: "short", questions: [{ question_id: "001-1", question: "What?" }] }];
  it.each([
    [videos, "videos with their questions, and no question has a 'response'"],
    [[{ annotation: { question: "What?" } }], "records in 'annotation' without a 'prediction' beside them"],
    [[{ question_id: "001-1", text: "What?" }], "rows with a 'question_id' and without a 'response'"],
  ])("the message names the nearest shape and what is missing: %#", async (value, message) => {
    const refused = open([json(value)]);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.not.toThrow(/own question file/);
  });
});

describe("keys of other rows", () => {
  const shifted = (fields: (at: number) => object) =>
    [0, 1, 2, 3].map((at) => ({ question: `v${at}/0`, response: "A", ...fields(at + 1) }));
  const rowsFile = (rows: readonly object[]): ImportFile =>
    file("r.jsonl", rows.map((row) => JSON.stringify(row)).join("\n"));

  it("every answer one question off is recognized by the texts", async () => {
    const { report } = await join([rowsFile(shifted((at) => ({ text: `What is number ${at}?` })))], BENCH);
    expect(report.shift).toBe(
      "The keys are shifted: each of 4 rows names the question 1 before its own (r.jsonl: line 1 has the key v0/0 and the text or options of v1/0). Correct the keys, or write the texts of the questions in their place.",
    );
  });

  it("and by the options", async () => {
    const other = (at: number): readonly string[] => [`${at} cats`, `${at} dogs`];
    const questions = [0, 1, 2, 3, 4].map((at) => question(at, { options: other(at) }));
    const { report } = await join([rowsFile(shifted((at) => ({ options: other(at) })))], { ...BENCH, questions });
    expect(report.shift).toContain("1 before its own");
  });

  it("keys without an order are mixed up, and a single wrong key is not a shift", async () => {
    const row = (key: number, text: number) => ({
      question: `v${key}/0`,
      text: `What is number ${text}?`,
      response: "A",
    });
    const mixed = await join([rowsFile([row(0, 3), row(1, 0), row(2, 4), row(4, 1)])], BENCH);
    expect(mixed.report.shift).toContain("The keys are mixed up");
    const single = await join([rowsFile([row(0, 1), row(2, 2), row(3, 3)])], BENCH);
    expect(single.report.shift).toBeNull();
  });
});
