import { describe, expect, it } from "vitest";
import { taxonomyOf } from "../../src/domain/taxonomy.ts";
import { importAviBench } from "../../src/formats/avi-bench/avi-bench-importer.ts";
import { aviBenchFiles } from "../fixtures/avi-bench-fixture.ts";
import { jsonFile, textFile } from "../fixtures/file-writing.ts";
import { sharedDataset } from "../support/shared-datasets.ts";
import { codes, countBy } from "./batch-reading.ts";

const record = (task: string, answer: unknown, question: object = {}, input: object = {}) => ({
  id: "00000",
  task,
  subtask: null,
  input: { question: { prompt: "prompt_x", text: "What is it?", options: null, ...question }, ...input },
  output: { question_answer: answer },
});
const importRecords = (...records: readonly object[]) => importAviBench([jsonFile("records.json", records)]);

describe("AVI-Bench", () => {
  it("has the published counts at full size", async () => {
    const batch = await importAviBench(aviBenchFiles());
    expect(batch.questions).toHaveLength(5864);
    expect(countBy(batch.questions, ({ task }) => task)).toEqual(
      Object.fromEntries(taxonomyOf("avi-bench").tasks.map((task) => [task.slug, task.questions])),
    );
    expect(countBy(batch.questions, ({ level }) => level)).toEqual({
      PERCEPTION: 1494,
      UNDERSTANDING: 808,
      REASONING: 1472,
      SENSATION: 2090,
    });
    expect(batch.tasks).toHaveLength(14);
  });

  it("gives the same batch for any order of the files, and with other files in the folder", async () => {
    const files = aviBenchFiles();
    const code = textFile("levels/reasoning/AVQA/definitions.py", "x = 1");
    const settings = textFile("settings.json", "{}");
    const shuffled = await importAviBench([code, ...files.toReversed(), settings]);
    expect(shuffled).toEqual(await importAviBench(files));
  });

  it("joins the two files of VSQA in the order of their names", async () => {
    const folder = (name: string) =>
      jsonFile(`levels/primitive_sensation/${name}/data.json`, [record("VSQA", "x"), record("VSQA", "y")]);
    const batch = await importAviBench([folder("VSQA_V"), folder("VSQA_I")]);
    expect(batch.questions.map(({ key, subset, native }) => [key, subset, native.folder])).toEqual([
      ["VSQA/0", "VSQA_I", "VSQA_I"],
      ["VSQA/1", "VSQA_I", "VSQA_I"],
      ["VSQA/2", "VSQA_V", "VSQA_V"],
      ["VSQA/3", "VSQA_V", "VSQA_V"],
    ]);
    expect(codes(batch).REPEATED_ID).toBe(3);
  });

  it("tells VSQA's images and videos apart by the task or subtask of a record, if there is no folder", async () => {
    const records = [
      record("VSQA_I", "x"),
      { ...record("VSQA", "x"), subtask: "VSQA_V" },
      record("VSQA", "x"),
      { ...record("AVQA", "x"), subtask: "VSQA" },
    ];
    const { questions } = await importAviBench([jsonFile("data.json", records)]);
    expect(questions.map(({ key, subset }) => [key, subset])).toEqual([
      ["VSQA/0", "VSQA_I"],
      ["VSQA/1", "VSQA_V"],
      ["VSQA/2", null],
      ["AVQA/0", null],
    ]);
  });

  const options = { options: ["a low hum", "a bell"] };
  it.each([
    ["AVM", "not sure", {}, "YES_NO", { kind: "text", text: "not sure" }],
    ["AVH", "yes", {}, "YES_NO", { kind: "text", text: "yes" }],
    ["AVQA", "7", {}, "NUMBER", { kind: "number", value: 7, text: "7" }],
    ["AVQA", "guitar", { options: "avqa_options" }, "OPEN_TEXT", { kind: "text", text: "guitar" }],
    ["AVQA", "A bell", options, "MULTIPLE_CHOICE", { kind: "option", position: 1, text: "A bell" }],
    ["ASQA", "a bell", options, "MULTIPLE_CHOICE", { kind: "option", position: 1, text: "a bell" }],
    ["AVSQA", "a bell; a low hum", options, "OPEN_TEXT", { kind: "text", text: "a bell; a low hum" }],
    ["AVSQA", "a bell", options, "OPEN_TEXT", { kind: "text", text: "a bell" }],
    ["VSQA", "3", {}, "NUMBER", { kind: "number", value: 3, text: "3" }],
    ["VSQA", "red", {}, "OPEN_TEXT", { kind: "text", text: "red" }],
    ["AMIC", { dog: 2 }, {}, "INSTANCE_COUNTS", { kind: "counts", counts: { dog: 2 } }],
    ["VAR", [0, 10], {}, "RETRIEVAL", { kind: "indices", indices: [0, 10] }],
    ["AVC", ["x", "y"], {}, "CAPTION", { kind: "captions", captions: ["x", "y"] }],
    ["AVC", "x", {}, "CAPTION", { kind: "captions", captions: ["x"] }],
    [
      "AVL",
      { bbox: { dog: [1, 2, 3, 4], cat: null }, original_wh: [640, 480] },
      {},
      "BOXES",
      { kind: "boxes", boxes: { dog: [1, 2, 3, 4], cat: null }, size: [640, 480] },
    ],
    [
      "AVLG",
      { frame_0: [1, 2, 3, 4] },
      {},
      "FRAME_BOXES",
      { kind: "boxes", boxes: { frame_0: [1, 2, 3, 4] }, size: null },
    ],
  ])("reads the answer of %s: %j", async (task, answer, question, answerFormat, key) => {
    const batch = await importRecords(record(task, answer, question));
    expect(batch.questions[0]).toMatchObject({ answerFormat, answer: key });
  });

  it.each([
    ["AVLG", { bbox: {}, original_wh: [640, 480] }, /at least one box/],
    ["AVLG", { frame_0: [1, 2, -3, 4] }, /width and height are above 0/],
    ["AVL", { bbox: { dog: [1, 2, 3, 0] } }, /width and height are above 0/],
    ["AVL", { bbox: { dog: [1, 2, 3, 4] }, original_wh: [0, 0] }, /two numbers above 0/],
  ])("refuses boxes of %s that no prediction could match: %j", async (task, answer, fault) => {
    await expect(importRecords(record(task, answer, {}))).rejects.toThrow(fault);
  });

  it("keeps the names of prompts and options in `native`, and stores the check as part of the answer key", async () => {
    const own = record("ASQA", "red", { options: "asqa_options" }, { pre_question: "Do you hear it?" });
    const batch = await importRecords({ ...own, output: { ...own.output, pre_answer: "yes" } });
    expect(batch.questions[0]).toMatchObject({
      native: { id: "00000", prompt: "prompt_x", options: "asqa_options", pre_question: "Do you hear it?" },
      confirmation: {
        text: "Do you hear it?",
        options: [],
        answerFormat: "YES_NO",
        key: { kind: "text", text: "yes" },
      },
    });
    expect(JSON.stringify(batch.questions[0]?.native)).not.toContain("pre_answer");
  });

  it.each([
    ["3", [], "NUMBER", { kind: "number", value: 3, text: "3" }],
    ["cube", [], "OPEN_TEXT", { kind: "text", text: "cube" }],
    ["Cube", ["ball", "cube"], "MULTIPLE_CHOICE", { kind: "option", position: 1, text: "Cube" }],
    ["No", [], "YES_NO", { kind: "text", text: "No" }],
  ])("reads the check's answer %j among %j as %s", async (answer, list, answerFormat, key) => {
    const own = record("VSQA", "red", {}, { pre_question: { text: "What is it?", options: list } });
    const batch = await importRecords({ ...own, output: { ...own.output, pre_answer: answer } });
    expect(batch.questions[0]?.confirmation).toEqual({ text: "What is it?", options: list, answerFormat, key });
  });

  it("assigns checks in separate records to the questions with the same id, in order", async () => {
    const of = (id: string, text: string | null, answer: unknown) => ({ ...record("VSQA", answer, { text }), id });
    const batch = await importRecords(
      of("1", "What colour?", "red"),
      of("1", "What shape?", "cube"),
      of("2", "What size?", "large"),
      of("3", "How many?", "2"),
      of("pre_1", "Do you see a ball?", "yes"),
      of("pre_1", "Do you see a cube?", "no"),
      of("pre_2", null, "yes"),
      of("pre_3", "Do you see any?", null),
      of("pre_9", "Whose is it?", "no"),
      of("4", "What is last?", "blue"),
    );
    expect(batch.questions.map(({ key, confirmation }) => [key, confirmation?.text])).toEqual([
      ["VSQA/0", "Do you see a ball?"],
      ["VSQA/1", "Do you see a cube?"],
      ["VSQA/2", undefined],
      ["VSQA/3", undefined],
      ["VSQA/9", undefined],
    ]);
    expect(batch.questions.map((question) => "confirmation" in question)).toEqual([true, true, false, false, false]);
    expect(batch.questions[0]?.native.pre_question).toBe("Do you see a ball?");
  });

  it.each([
    [null, "yes"],
    ["Do you hear it?", null],
    ["  ", "yes"],
  ])("treats a check %j with the answer %j as an empty slot", async (question, answer) => {
    const own = record("ASQA", "red", {}, { pre_question: question });
    const batch = await importRecords({ ...own, output: { ...own.output, pre_answer: answer } });
    expect(batch.questions[0]).not.toHaveProperty("confirmation");
  });

  it("builds a video's key from task and file name, and keeps two files with the same name apart", async () => {
    const of = (task: string, video: string) => record(task, "yes", { text: video }, { video });
    const batch = await importRecords(
      of("AVM", "./input/videos/00000.mp4"),
      of("AVH", "./input/videos/00000.mp4"),
      of("AVM", "./input/videos/00000.mp4"),
      of("AVM", "./more/00000.mp4"),
    );
    expect(batch.questions.map(({ video }) => video)).toEqual([
      "AVM/00000",
      "AVH/00000",
      "AVM/00000",
      "AVM/./more/00000.mp4",
    ]);
    expect(batch.videos).toHaveLength(3);
  });

  it.each([
    [record("XYZW", "a"), /\$\[0\]\.task: expected one of the tasks AMIC, VMIC, [A-Z, ]+, found the string "XYZW"\.$/],
    [
      record("AVQS", "a"),
      /\$\[0\]\.task: expected one of the tasks .*AVSQA \(the nearest is AVQA\), found the string "AVQS"\.$/,
    ],
    [record("AMIC", { dog: -1 }), "$[0].output.question_answer.dog: expected a whole number"],
    [record("AVLG", { frame_0: [1, 2] }), "$[0].output.question_answer.frame_0: expected a box [x, y, width, height]"],
    [record("VAR", ["x"]), "$[0].output.question_answer[0]: expected an index"],
    [record("AVM", null), "$[0].output.question_answer: expected a value, found null"],
    [record("AVM", "yes", {}, { audio_list: [3] }), "$[0].input.audio_list[0]: expected a string, found 3"],
    [{ ...record("AVM", "yes"), task: null }, "$[0]: expected a record of one of the tasks"],
  ])("refuses %j", async (broken, message) => {
    const thrown = typeof message === "string" ? `records.json: ${message}` : message;
    await expect(importRecords(broken)).rejects.toThrow(thrown);
  });

  it.each([
    [
      "levels/reasoning/AVQS/data.json",
      /a folder named after one of the tasks .* \(the nearest is AVQA\), found the fol/,
    ],
    ["levels/data.json", /a folder named after one of the tasks .*AVSQA, found the folder 'levels'/],
    ["data.json", /a folder named after one of the tasks .*AVSQA, found no folder/],
    [
      "levels/reasoning/VAH/dta.json",
      /VAH\/dta\.json: expected the name data\.json in the folder 'VAH', found 'dta\.json'/,
    ],
  ])("refuses the probably misspelt %s beside tasks", async (name, message) => {
    const tasks = jsonFile("levels/reasoning/AVH/data.json", [record("AVH", "yes")]);
    await expect(importAviBench([tasks, jsonFile(name, [record("AVQA", "1")])])).rejects.toThrow(message);
  });

  it("names every misspelt file, and takes other JSON files for settings", async () => {
    const file = (name: string) => jsonFile(`levels/reasoning/${name}.json`, [record("AVH", "yes")]);
    const files = [file("AVH/data"), file("AVH/settings"), file("AVH/input/data"), file("AVQS/data"), file("AVM/x")];
    const problems = [{ path: "levels/reasoning/AVQS/data.json" }, { path: "levels/reasoning/AVM/x.json" }];
    await expect(importAviBench(files)).rejects.toMatchObject({ problemCount: 2, problems });
  });

  it.each([
    ["AVM", "maybe", {}],
    ["VAH", "yes and no", {}],
    ["AVQA", "maybe", { options: "avqa_options_list_is" }],
    ["ASQA", "a horn", options],
    ["AVSQA", "a bell; a horn", options],
  ])("reports a key of %s that no option equals: %j", async (task, answer, question) => {
    const batch = await importRecords(record(task, answer, question), record(task, "yes", { options: null }));
    expect(batch.oddities.filter(({ code }) => code === "ANSWER_TEXT_MATCHES_NO_OPTION")).toEqual([
      expect.objectContaining({ key: `${task}/0` }),
    ]);
  });

  it.each([
    ["AVM", "Not sure.", {}],
    ["AVQA", "maybe", {}],
    ["AVQA", "7", options],
    ["AVSQA", "A bell;a low hum", options],
    ["AVC", "a horn", options],
  ])("reports no key of %s that can be right: %j", async (task, answer, question) => {
    expect(codes(await importRecords(record(task, answer, question)))).toEqual({});
  });

  it("refuses a record in another task's folder", async () => {
    const file = jsonFile("levels/reasoning/AVH/data.json", [record("AVM", "yes")]);
    await expect(importAviBench([file])).rejects.toThrow("$[0].task: expected a record of the folder's task AVH");
  });

  it.each([
    ["AVQA", "avqa_options_list_is", "no", 1, ["yes", "no", "not sure"]],
    ["ASQA", "options_sound_order", "noise", 1, ["sound", "noise", "not sure"]],
    ["VSQA", "what_surface", "smooth", 2, ["Rough", "Moderate", "Smooth", "None", "not sure"]],
    // The official list has "not sure" twice.
    ["VSQA", "which_object", "not sure", 3, ["square", "circle", "triangle", "not sure", "no available option"]],
  ])("gives %s the options of the list %s", async (task, name, answer, position, expected) => {
    const batch = await importRecords(record(task, answer, { options: name }));
    expect(batch.questions[0]).toMatchObject({
      options: expected,
      answerFormat: "MULTIPLE_CHOICE",
      answer: { kind: "option", position, text: answer },
      native: { options: name },
    });
    expect(codes(batch)).toEqual({});
  });

  it("gives checks the options of their lists, and yes-or-no questions theirs", async () => {
    const check = { prompt: null, text: "Can you hear it?", options: "options_yes_no" };
    const asked = record("AVH", "yes", { options: "avh_options_list" }, { pre_question: check });
    const batch = await importRecords({ ...asked, output: { question_answer: "yes", pre_answer: "no" } });
    expect(batch.questions[0]).toMatchObject({
      options: ["yes", "no", "not sure"],
      answerFormat: "YES_NO",
      confirmation: { options: ["yes", "no", "not sure"], answerFormat: "MULTIPLE_CHOICE", key: { position: 1 } },
    });
  });

  it("reports the name of a list that it does not know, but not that of a vocabulary", async () => {
    const batch = await importRecords(
      record("ASQA", "loud", { options: "options_sound_colour" }),
      record("AMIC", { dog: 2 }, { options: "amic_cls_list" }),
    );
    expect(batch.oddities.map(({ code, key, message }) => [code, key, message])).toEqual([
      [
        "NO_OPTIONS",
        "ASQA/0",
        "The options are named 'options_sound_colour', and no list of this name is known, so the question has no options.",
      ],
    ]);
  });

  it("reads the real sample records", async (context) => {
    const batch = await importAviBench([sharedDataset(context, "avi-bench/example_records.json")]);
    expect(batch.questions.map(({ key, answerFormat }) => [key, answerFormat])).toEqual([
      ["AVQA/0", "MULTIPLE_CHOICE"],
      ["AVLG/0", "FRAME_BOXES"],
    ]);
    expect(batch.questions[0]).toMatchObject({
      options: ["yes", "no", "not sure"],
      answer: { kind: "option", position: 0, text: "yes" },
      native: { options: "avqa_options_list_is" },
    });
    expect(batch.videos.map(({ key }) => key)).toEqual(["AVQA/00000"]);
  });
});
