import { beforeEach, describe, expect, it } from "vitest";
import type { ImportBatch } from "../../src/domain/import-batch.ts";
import { jsonFile, textFile } from "../fixtures/file-writing.ts";
import {
  omniVideoBenchFixture,
  omniVideoBenchFlat,
  omniVideoBenchJson,
  omniVideoBenchRows,
} from "../fixtures/omnivideobench-fixture.ts";
import { importerOf } from "../support/importing.ts";
import { sharedDataset } from "../support/shared-datasets.ts";
import { codes, countBy } from "./batch-reading.ts";

const question = {
  question: "What rings?",
  question_type: "counting",
  audio_type: "Sound",
  reasoning_steps: [{ modality: "audio", evidence: "It rings.", inference: "So it is a bell." }],
  answer: "a bell",
  options: ["A.a bell", "B.a cat", "C.a door", "D.a drum"],
  correct_option: "A",
};
const file = (change: object, video: object = {}) =>
  jsonFile("data.json", [
    { video: "video_1", video_type: "Vlog", duration: "03:28", ...video, questions: [{ ...question, ...change }] },
  ]);

describe("OmniVideoBench", () => {
  it("reads a video and its question", async () => {
    const batch = await importerOf("omnivideobench")([file({})]);
    expect(batch.videos[0]).toMatchObject({ key: "video_1", category: "vlog", durationSeconds: 208 });
    expect(batch.questions[0]).toMatchObject({
      key: "video_1/0",
      level: "PERCEPTION",
      options: ["a bell", "a cat", "a door", "a drum"],
      answer: { kind: "option", position: 0, text: "a bell" },
      audioTypes: [{ type: "SOUND", nativeLabel: "Sound" }],
    });
    expect(batch.oddities).toEqual([]);
  });

  it("reads misspelt step keys as the correct keys", async () => {
    const steps = [{ nModality: "aduio", evodence: "x", Inference: "y" }, {}, { modality: "vision", evidece: "z" }];
    const batch = await importerOf("omnivideobench")([file({ reasoning_steps: steps })]);
    expect(batch.questions[0]?.reasoningSteps).toEqual([
      { modality: "aduio", evidence: "x", inference: "y" },
      { modality: null, evidence: null, inference: null },
      { modality: "vision", evidence: "z", inference: null },
    ]);
    expect(codes(batch)).toEqual({ MISSPELT_STEP_KEY: 4, MISSPELT_STEP_MODALITY: 1, INCOMPLETE_STEP: 2 });
  });

  it.each([
    [{ correct_option: "E" }, {}, "$[0].questions[0].correct_option: expected a label from A to D"],
    [{ options: 7 }, {}, "$[0].questions[0].options: expected a list of options"],
    [{ question: undefined }, {}, "$[0].questions[0].question: expected a value"],
    [{ answer: 3 }, {}, "$[0].questions[0].answer: expected a string, found 3"],
    [{ question: "a\0b" }, {}, "$[0].questions[0].question: expected text, found a NUL character at position 1"],
    [{ question: "a\ud800" }, {}, "$[0].questions[0].question: expected well-formed Unicode, found half a surrogate"],
    [{ reasoning_steps: [{ thought: "x" }] }, {}, "found the field thought, which is none of modality"],
    [{}, { duration: "3 min" }, "$[0].duration: expected a number of seconds, without quotes, or a duration such as"],
    [{}, { duration: "03:75" }, "$[0].duration: expected a duration such as"],
  ])("refuses %j %j", async (change, video, message) => {
    await expect(importerOf("omnivideobench")([file(change, video)])).rejects.toThrow(message);
  });

  it("has the published counts at full size", async () => {
    const batch = await importerOf("omnivideobench")([omniVideoBenchJson(omniVideoBenchFixture())]);
    expect([batch.videos.length, batch.questions.length]).toEqual([628, 1000]);
    expect(countBy(batch.questions, ({ audioTypes }) => audioTypes[0]?.type ?? "")).toEqual({
      SPEECH: 762,
      SOUND: 147,
      MUSIC: 91,
    });
    expect(batch.oddities).toEqual([]);
  });
});

describe("the flat form of OmniVideoBench", () => {
  const fixture = omniVideoBenchFixture();

  it("makes the same release from Parquet, JSON, JSONL and TSV", async () => {
    const [parquet, ...others] = await Promise.all(
      omniVideoBenchFlat(fixture).map((each) => importerOf("omnivideobench")([each])),
    );
    expect(others).toHaveLength(3);
    for (const other of others) expect({ ...other, source: null }).toEqual({ ...parquet, source: null });
  });

  it("has the same keys, texts and answers as the nested form", async () => {
    const [nested, flat] = await Promise.all([
      importerOf("omnivideobench")([omniVideoBenchJson(fixture)]),
      importerOf("omnivideobench")(omniVideoBenchFlat(fixture).slice(0, 1)),
    ]);
    const withoutSteps = nested.questions.map((question) => ({ ...question, reasoningSteps: [] }));
    expect(flat.questions).toEqual(withoutSteps);
    expect(flat.videos).toEqual(nested.videos);
    expect(flat.oddities).toEqual([]);
  });

  it("may have rows in any order, with a name or a path of the video, with steps and with answers", async () => {
    const [first, second] = omniVideoBenchRows(fixture.slice(0, 2));
    const rows = [
      { ...first, video: "b" },
      { ...second, video: "a.mp4" },
      { ...first, video: "videos/b.mp4", question: "Why?" },
    ];
    const steps = [{ modality: "audio", evidence: "x", inference: "y" }];
    const batch = await importerOf("omnivideobench")([
      jsonFile(
        "data.json",
        rows.map((row) => ({ ...row, answer: "x", reasoning_steps: JSON.stringify(steps) })),
      ),
    ]);
    expect(batch.questions.map(({ key }) => key)).toEqual(["b/0", "a/0", "b/1"]);
    expect(batch.questions[2]).toMatchObject({ reasoningSteps: steps, answer: { text: "x" } });
    expect(batch.videos.map(({ key }) => key)).toEqual(["b", "a"]);
  });

  it("is reported if its rows disagree about their video", async () => {
    const [row] = omniVideoBenchRows(fixture.slice(0, 1));
    const batch = await importerOf("omnivideobench")([
      jsonFile("data.json", [row, { ...row, question: "Why?", duration: "00:01" }]),
    ]);
    expect(codes(batch)).toEqual({ VIDEO_DISAGREES: 1 });
  });

  it("names the line of an error in JSONL", async () => {
    const [row] = omniVideoBenchRows(fixture.slice(0, 1));
    const line = JSON.stringify(row);
    const lines = (...of: string[]) => importerOf("omnivideobench")([textFile("data.jsonl", of.join("\n"))]);
    await expect(lines(line, "", '{"video": }')).rejects.toThrow(
      "data.jsonl: line 3, column 11: expected a JSON value",
    );
    await expect(lines(line, '{"video": 1, "video": 2}')).rejects.toThrow(
      "data.jsonl: line 2: $.video: expected one field",
    );
    await expect(lines(line, '{"video": "v", "question": "Who?"}')).rejects.toThrow(
      "data.jsonl: line 2: $.video_type: expected a value",
    );
  });
});

describe("the real file of OmniVideoBench", () => {
  let batch: ImportBatch;
  beforeEach(async (context) => {
    batch ??= await importerOf("omnivideobench")([sharedDataset(context, "omnivideobench/data.json")]);
  });

  it("is read whole", () => {
    expect([batch.videos.length, batch.questions.length]).toEqual([628, 1000]);
    expect(batch.questions.every(({ options }) => options.length === 4)).toBe(true);
    expect(
      countBy(batch.questions, ({ answer }) => (answer.kind === "option" ? "ABCD"[answer.position] : "") ?? ""),
    ).toEqual({
      A: 246,
      B: 269,
      C: 269,
      D: 216,
    });
    expect(batch.tasks).toHaveLength(13);
    expect(batch.categories).toHaveLength(8);
    expect(Math.max(...batch.videos.map(({ durationSeconds }) => durationSeconds ?? 0))).toBe(1955);
  });

  it("keeps no label in an option", () => {
    const labelled = batch.questions
      .flatMap(({ options }) => options)
      .filter((option) => /^[A-D][.:]\s*\S/.test(option));
    expect(labelled).toEqual([]);
    const find = (key: string) => batch.questions.find((candidate) => candidate.key === key)?.options[0];
    expect(find("video_258/0")).toBe("A grasshopper teasing a rooster");
    expect(find("video_148/0")).toBe("3");
  });

  it("keeps and counts all of its oddities", () => {
    expect(codes(batch)).toEqual({
      ANSWER_TEXT_MATCHES_OTHER_OPTION: 11,
      // These 17 and the 11 above are the 28 answers whose normalised text differs from the option in the answer key.
      ANSWER_TEXT_MATCHES_NO_OPTION: 17,
      REPEATED_QUESTION: 5,
      OPTION_LABELS_OUT_OF_ORDER: 3,
      MISSPELT_STEP_KEY: 11,
      MISSPELT_STEP_MODALITY: 18,
      // 27 steps lack an inference (25 of them spell "evidence" correctly), and one step is empty.
      INCOMPLETE_STEP: 28,
      NO_REASONING_STEPS: 2,
      DUPLICATE_OPTIONS: 1,
    });
  });

  it("has the oddities at the listed places", () => {
    const keys = (code: string) => batch.oddities.filter((oddity) => oddity.code === code).map(({ key }) => key);
    expect(keys("OPTION_LABELS_OUT_OF_ORDER")).toEqual(["video_81/0", "video_81/1", "video_81/4"]);
    expect(keys("NO_REASONING_STEPS")).toEqual(["video_246/0", "video_582/3"]);
    expect(keys("ANSWER_TEXT_MATCHES_OTHER_OPTION").map((key) => Number(/\d+/.exec(key)?.[0]))).toEqual([
      32, 81, 94, 192, 213, 422, 555, 569, 581, 591, 621,
    ]);
    const repeated = batch.oddities.filter(({ code }) => code === "REPEATED_QUESTION");
    expect(repeated.filter(({ message }) => message.includes("the same options"))).toHaveLength(3);
    expect(repeated.filter(({ message }) => message.includes("other options"))).toHaveLength(2);
  });

  it("has all reasoning steps", () => {
    const steps = batch.questions.flatMap(({ reasoningSteps }) => reasoningSteps);
    expect(steps).toHaveLength(3581);
    expect(steps.filter(({ evidence }) => evidence === null)).toHaveLength(1);
    expect(steps.filter(({ inference }) => inference === null)).toHaveLength(28);
    expect(steps.filter(({ modality }) => modality === "aduio")).toHaveLength(4);
  });

  it("keeps answers whose text differs from the option in the key", () => {
    const differing = batch.questions.filter(
      ({ answer, options }) => answer.kind === "option" && answer.text.trim() !== options[answer.position],
    );
    // Labels of every style are removed from the options. If only "A." counted as a label, 137 answers would differ.
    expect(differing).toHaveLength(63);
  });
});
