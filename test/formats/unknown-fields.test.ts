import { describe, expect, it } from "vitest";
import type { ImportBatch } from "../../src/domain/import-batch.ts";
import type { ImportFile } from "../../src/formats/files/importer.ts";
import { jsonFile, textFile, tsvFile } from "../fixtures/file-writing.ts";
import { mmworldFixture } from "../fixtures/mmworld-fixture.ts";
import { omniVideoBenchFixture, omniVideoBenchRows } from "../fixtures/omnivideobench-fixture.ts";
import { worldSenseFixture, worldSenseRows } from "../fixtures/worldsense-fixture.ts";
import { importerOf } from "../support/importing.ts";

const read = (slug: string, file: ImportFile): Promise<ImportBatch> => importerOf(slug)([file]);

const unknown = (batch: ImportBatch): readonly (readonly [key: string, message: string])[] =>
  batch.oddities.filter(({ code }) => code === "UNKNOWN_FIELD").map(({ key, message }) => [key, message]);

const [videos, ofMmworld, ofOmni] = [
  worldSenseFixture().slice(0, 2),
  mmworldFixture().slice(0, 2),
  omniVideoBenchFixture().slice(0, 2),
];

describe("fields that a reader does not use", () => {
  it("are kept from WorldSense's videos and questions", async () => {
    const nested = videos.map(({ fields, questions }) => [
      fields.video_id,
      { ...fields, fps: 30, ...Object.fromEntries(questions.map((task, n) => [`task${n}`, { ...task, note: [n] }])) },
    ]);
    const batch = await read("worldsense", jsonFile("qa.json", Object.fromEntries(nested)));
    expect(batch.videos.map(({ native }) => native.fps)).toEqual([30, 30]);
    expect(batch.questions.map(({ native }) => native.note)).toEqual(
      batch.questions.map(({ key }) => [Number(key.at(-1))]),
    );
    const [video, question] = [batch.videos[0]?.key ?? "", batch.questions[0]?.key ?? ""];
    expect(unknown(batch)).toEqual([
      [
        video,
        `The field "fps" is unknown; 2 records have it, the first at qa.json: $.${video}. It was kept in 'native'.`,
      ],
      [
        question,
        `The field "note" is unknown; ${batch.questions.length} records have it, the first at qa.json: $.${video}.task0. It was kept in 'native'.`,
      ],
    ]);
  });

  it("are kept from table rows as part of their questions, except empty cells", async () => {
    const rows = worldSenseRows(videos, true).map((row, index) => ({ ...row, split: index === 1 ? "test" : null }));
    const batch = await read("worldsense", tsvFile("WorldSense.tsv", rows));
    expect(batch.questions.map(({ native }) => native.split)).toEqual(rows.map(({ split }) => split ?? undefined));
    expect(unknown(batch)).toEqual([
      [
        batch.questions[1]?.key,
        `The field "split" is unknown; 1 record has it, at WorldSense.tsv: row 2. It was kept in 'native'.`,
      ],
    ]);
  });

  it("are kept from MMWorld, nested and flat", async () => {
    const nested = ofMmworld.map((video) => ({
      ...video,
      correct_answer_label: "a",
      questions: video.questions.map((question) => ({ ...question, requires_visuals: true })),
    }));
    const batch = await read("mmworld", jsonFile("mmworld.json", nested));
    expect(batch.videos[0]?.native).toMatchObject({ correct_answer_label: "a" });
    expect(batch.questions[0]?.native).toMatchObject({ requires_visuals: true, type: expect.any(String) });
    expect(unknown(batch).map(([, message]) => message)).toEqual([
      expect.stringMatching(
        /"correct_answer_label" is unknown; 2 records have it, the first at mmworld.json: \$\[0\]\. /,
      ),
      expect.stringMatching(
        /"requires_visuals" is unknown; \d+ records .* \$\[0\]\.questions\[0\]\. .* Did you mean "requires_visual"\?$/,
      ),
    ]);
    const flat = ofMmworld.flatMap(({ questions, ...video }) => questions.map((own) => ({ ...video, ...own, id: 7 })));
    const lines = textFile("train.jsonl", flat.map((row) => `${JSON.stringify(row)}\n`).join(""));
    const rows = await read("mmworld", lines);
    expect(rows.questions.every(({ native }) => native.id === 7)).toBe(true);
    expect(unknown(rows)).toEqual([
      [rows.questions[0]?.key, expect.stringMatching(/train.jsonl: line 1: \$\. It was kept/)],
    ]);
  });

  it("are kept from OmniVideoBench, nested and flat", async () => {
    const nested = ofOmni.map((video) => ({
      ...video,
      source: "web",
      questions: video.questions.map((question) => ({ ...question, difficulty: "hard" })),
    }));
    const batch = await read("omnivideobench", jsonFile("data.json", nested));
    expect(batch.videos.every(({ native }) => native.source === "web")).toBe(true);
    expect(batch.questions.every(({ native }) => native.difficulty === "hard")).toBe(true);
    expect(unknown(batch)).toHaveLength(2);
    const flat = await read(
      "omnivideobench",
      jsonFile(
        "data.json",
        omniVideoBenchRows(ofOmni).map((row) => ({ ...row, difficulty: 3 })),
      ),
    );
    expect(flat.questions.every(({ native }) => native.difficulty === 3)).toBe(true);
    expect(unknown(flat)).toHaveLength(1);
  });

  it("are kept from every part of AVI-Bench's records, under distinct names", async () => {
    const record = {
      id: "00000",
      task: "AVM",
      note: 1,
      prompt: "the answer is yes",
      input: {
        pre_question: { text: "Do you hear it?", options: null, answer: "yes" },
        question: { prompt: "prompt_avm", text: "Do they match?", options: null, hint: "listen" },
        video: "0.mp4",
        fps: 25,
      },
      output: { pre_answer: "yes", question_answer: "yes", explanation: "They match." },
    };
    const { input, output, ...plain } = record;
    const check = {
      ...plain,
      id: "pre_00001",
      input: { question: { text: "Is it so?" } },
      output: { question_answer: "no" },
    };
    const own = { ...input, pre_question: null };
    const second = { id: "00001", task: "AVM", input: own, output: { question_answer: "no" } };
    const batch = await read("avi-bench", jsonFile("data.json", [record, second, check]));
    expect(batch.questions[0]?.native).toEqual({
      id: "00000",
      prompt: "prompt_avm",
      pre_question: { text: "Do you hear it?", options: null },
      note: 1,
      "record.prompt": "the answer is yes",
      "input.fps": 25,
      "input.pre_question.answer": "yes",
      "input.question.hint": "listen",
      "output.explanation": "They match.",
    });
    expect(batch.questions[1]?.native).toEqual({
      id: "00001",
      prompt: "prompt_avm",
      pre_question: "Is it so?",
      "input.fps": 25,
      "input.question.hint": "listen",
      "check.note": 1,
      "check.record.prompt": "the answer is yes",
    });
    expect(unknown(batch).map(([key, message]) => [key, message.split('"')[1]])).toEqual([
      ["AVM/0", "note"],
      ["AVM/0", "record.prompt"],
      ["AVM/0", "input.fps"],
      ["AVM/0", "input.pre_question.answer"],
      ["AVM/0", "input.question.hint"],
      ["AVM/0", "output.explanation"],
      ["AVM/1", "check.note"],
      ["AVM/1", "check.record.prompt"],
    ]);
  });
});
