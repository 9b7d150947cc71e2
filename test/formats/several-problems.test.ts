import { describe, expect, it } from "vitest";
import { jsonFile, parquetFile, type Row, textFile, tsvFile } from "../fixtures/file-writing.ts";
import { mmworldFixture, mmworldJson } from "../fixtures/mmworld-fixture.ts";
import { omnidexFixture, omnidexJson } from "../fixtures/omnidex-fixture.ts";
import { omniVideoBenchFixture, omniVideoBenchRows } from "../fixtures/omnivideobench-fixture.ts";
import { worldSenseFixture, worldSenseJson, worldSenseRows } from "../fixtures/worldsense-fixture.ts";
import { readerOf } from "../support/importing.ts";
import { changed, failure, problemsOf } from "./problem-reading.ts";

describe("a file of one's own benchmark with several problems", () => {
  const whole = omnidexFixture();
  const file = (change: object) => omnidexJson({ ...whole, ...change });

  it("is reported with all fields of all records, in the order of the file", async () => {
    const videos = changed(whole.videos, { 0: { durationSeconds: "12.5", audioTypes: ["SPECH"] }, 2: { url: 3 } });
    const questions = changed(whole.questions, {
      1: { text: "", answer: "E" },
      4: { key: 5 },
      5: { answer: { dog: "2" } },
    });
    expect(await problemsOf("my-bench", file({ videos, questions, extra: 1 }))).toEqual([
      ["$.extra", null, null, "'extra'"],
      ["$.videos[0].durationSeconds", "v1", "durationSeconds", 'the string "12.5"'],
      ["$.videos[0].audioTypes[0]", "v1", "audioTypes[0]", 'the string "SPECH"'],
      ["$.videos[2].url", "v3", "url", "3"],
      ["$.questions[1].text", "q2", "text", 'the string ""'],
      ["$.questions[1].answer", "q2", "answer", 'the string "E"'],
      ["$.questions[4].key", null, "key", "5"],
      ["$.questions[5].answer.dog", "q6", "answer.dog", 'the string "2"'],
    ]);
  });

  it("reports a broken task, video or benchmark once, not for each question that names it", async () => {
    const tasks = [{ ...whole.tasks[0], chance: "0.25", level: "PERCEPTON" }];
    const videos = changed(whole.videos, { 0: { category: "Film/Drama/Noir" } });
    const benchmark = { slug: "my-bench", title: "", licence: "CC0" };
    expect(await problemsOf("my-bench", file({ benchmark, tasks, videos }))).toEqual([
      ["$.benchmark.licence", null, null, "'licence'"],
      ["$.tasks[0].level", null, "level", 'the string "PERCEPTON"'],
      ["$.tasks[0].chance", null, "chance", 'the string "0.25"'],
      ["$.videos[0].category", "v1", "category", 'the string "Film/Drama/Noir"'],
    ]);
  });

  it.each([
    ["durationSeconds", { videos: [{ key: "v1", durationSeconds: "12.5" }] }, "a number of seconds, without quotes"],
    ["chance", { tasks: [{ ...whole.tasks[0], chance: "0.25" }] }, "a share from 0 to 1, without quotes"],
    [
      "answer",
      { questions: changed(whole.questions, { 6: { answer: ["0"] } }) },
      "an index, 0 or above, without quotes",
    ],
    [
      "original_wh",
      {
        questions: changed(whole.questions, { 8: { answer: { bbox: { frame_0: null }, original_wh: ["640", 480] } } }),
      },
      "a number, without quotes",
    ],
  ])("refuses a number written as text in %s", async (_, change, message) => {
    const { error } = await failure(readerOf("my-bench"), [file(change)]);
    expect(error.problems.map(({ expected }) => expected)).toContainEqual(expect.stringContaining(message));
  });

  it("may give durations with a unit, and may spell numeric answers as text", async () => {
    const videos = changed(whole.videos, { 0: { durationSeconds: "119s" }, 1: { durationSeconds: "1:02:03" } });
    const questions = changed(whole.questions, { 3: { answer: "07", answerFormat: "NUMBER" } });
    const seen: unknown[] = [];
    await readerOf("my-bench")([file({ videos, questions })], {
      video: ({ durationSeconds }) => void seen.push(durationSeconds),
      question: ({ answer }) => void (answer.kind === "number" && seen.push(answer)),
    });
    expect(seen).toEqual([119, 3723, null, { kind: "number", value: 7, text: "07" }]);
  });

  it("lists the first 50 problems, counts all, and passes on no record after the first problem", async () => {
    const questions = Array.from({ length: 3000 }, (_, index) => ({
      ...{ key: `q${index}`, text: `Which is ${index}?`, options: ["a", "b"], task: "Listening" },
      answer: index < 10 ? "A" : "Z",
    }));
    const { error, passed } = await failure(readerOf("my-bench"), [file({ questions })]);
    expect([error.problems.length, error.problemCount, passed]).toEqual([50, 2990, 3 + 10]);
    expect(error.message).toMatch(
      /^2990 problems; nothing was imported. The first: my-bench.json: \$\.questions\[10\]/,
    );
    expect(error.problems.at(-1)).toMatchObject({ key: "q59", field: "answer" });
  });
});

describe("all problems of official files are reported:", () => {
  it("WorldSense: videos and questions of the nested file", async () => {
    const videos = worldSenseFixture().slice(0, 3);
    const json: Record<string, Record<string, unknown>> = JSON.parse(
      new TextDecoder().decode(worldSenseJson(videos).bytes),
    );
    const [first = "", second = "", third = ""] = Object.keys(json);
    Object.assign(json[first] ?? {}, { video_duration: "long", task0: { ...task(json, first), answer: "Q" } });
    Object.assign(json[second] ?? {}, { task0: { ...task(json, second), task_domain: "Guessing", question: "" } });
    Object.assign(json[third] ?? {}, { video_id: " " });
    expect(await problemsOf("worldsense", jsonFile("worldsense_qa.json", json))).toEqual([
      [`$.${first}.video_duration`, first, "video_duration", 'the string "long"'],
      [`$.${first}.task0.answer`, `${first}/task0`, "answer", 'the string "Q"'],
      [`$.${second}.task0.task_domain`, `${second}/task0`, "task_domain", 'the string "Guessing"'],
      [`$.${second}.task0.question`, `${second}/task0`, "question", 'the string ""'],
      [`$.${third}.key`, null, "key", 'the string " "'],
    ]);
  });

  const task = (json: Record<string, Record<string, unknown>>, video: string) => json[video]?.task0 as object;

  it("WorldSense: rows of a table with one cell too many", async () => {
    const rows = [...worldSenseRows(worldSenseFixture().slice(0, 4), false)];
    const bad = changed(rows, { 0: { answer: "Q" }, 3: { task_domain: "Guessing" } });
    const lines = new TextDecoder().decode(tsvFile("WorldSense.tsv", bad).bytes).split("\n");
    const table = textFile(
      "WorldSense.tsv",
      lines.map((line, index) => (index === 2 ? `${line}\tx` : line)).join("\n"),
    );
    expect(await problemsOf("worldsense", table)).toEqual([
      ["row 1.answer", `${rows[0]?.video}/task0`, "answer", 'the string "Q"'],
      ["row 2", null, null, "16"],
      ["row 4.task_domain", null, "task_domain", 'the string "Guessing"'],
    ]);
  });

  it("WorldSense: rows of a table with quotes that are wrong", async () => {
    const lines = new TextDecoder()
      .decode(tsvFile("WorldSense.tsv", worldSenseRows(worldSenseFixture().slice(0, 5), false)).bytes)
      .split("\n");
    const quoted = (rest: string) => (line: string, index: number) =>
      index === 1 || index === 3 ? `a"b${line}` : line + (index === 4 ? rest : "");
    const inside = "a double quote inside a cell without quotes";
    expect(await problemsOf("worldsense", textFile("W.tsv", lines.map(quoted("")).join("\n")))).toEqual([
      ["line 2, cell 1", null, null, inside],
      ["line 4, cell 1", null, null, inside],
    ]);
    const problems = await problemsOf("worldsense", textFile("W.tsv", lines.map(quoted('\t"x"y')).join("\n")));
    expect(problems.map(([place]) => place)).toEqual(["line 2, cell 1", "line 4, cell 1", "line 5, cell 16"]);
  });

  it("MMWorld: the nested form", async () => {
    const videos = mmworldFixture().slice(0, 3);
    const bad = videos.map(({ questions, ...video }, index) => ({
      ...video,
      ...(index === 1 ? { discipline: 7, video_url: 8 } : {}),
      questions: index === 1 ? [] : changed(questions, { 0: { correct_answer_label: "z", requires_audio: "maybe" } }),
    }));
    const [first, second, third] = videos.map(({ video_id }) => video_id);
    expect(await problemsOf("mmworld", jsonFile("mmworld.json", bad))).toEqual([
      ["$[0].questions[0].correct_answer_label", `${first}/0`, "correct_answer_label", 'the string "z"'],
      ["$[0].questions[0].requires_audio", `${first}/0`, "requires_audio", 'the string "maybe"'],
      ["$[1].discipline", second, "discipline", "7"],
      ["$[1].video_url", second, "video_url", "8"],
      ["$[2].questions[0].correct_answer_label", `${third}/0`, "correct_answer_label", 'the string "z"'],
      ["$[2].questions[0].requires_audio", `${third}/0`, "requires_audio", 'the string "maybe"'],
    ]);
    expect(new TextDecoder().decode(mmworldJson(videos).bytes)).toContain('"correct_answer_label"');
  });

  const flat = omniVideoBenchRows(omniVideoBenchFixture().slice(0, 4));
  const broken = changed(flat, { 0: { duration: "soon", correct_option: "H" }, 2: { audio_type: "Noise" } }) as Row[];
  const expected = (place: (row: number) => string) => [
    [`${place(0)}.duration`, "video_1", "duration", 'the string "soon"'],
    [`${place(0)}.correct_option`, "video_1/0", "correct_option", 'the string "H"'],
    [`${place(2)}.audio_type`, expect.stringMatching(/^video_\d\/\d$/), "audio_type", 'the string "Noise"'],
  ];

  it.each([
    ["JSON", jsonFile("data.json", broken), (row: number) => `$[${row}]`],
    ["Parquet", parquetFile("data.parquet", broken), (row: number) => `row ${row + 1}`],
    ["TSV", tsvFile("data.tsv", broken), (row: number) => `row ${row + 1}`],
  ])("OmniVideoBench: rows as %s", async (_, file, place) => {
    expect(await problemsOf("omnivideobench", file)).toEqual(expected(place));
  });

  it("OmniVideoBench: a line of JSONL that is not JSON, and other problems", async () => {
    const lines = broken.map((row, index) => (index === 1 ? '{"video": ' : JSON.stringify(row)));
    expect(await problemsOf("omnivideobench", textFile("data.jsonl", `${lines.join("\n")}\n`))).toEqual([
      ...expected((row) => `line ${row + 1}: $`).slice(0, 2),
      ["line 2, column 11", null, null, "the end of the file"],
      ["line 3: $.audio_type", null, "audio_type", 'the string "Noise"'],
    ]);
  });

  it("AVI-Bench: records and checks of several files, one of which is not JSON", async () => {
    const record = (id: string, change: object = {}) => ({
      ...{ id, task: "AVQA", input: { question: { text: "How many?" } }, output: { question_answer: "3" } },
      ...change,
    });
    const avqa = [
      record("0", { output: { question_answer: [] } }),
      7,
      record("2", { input: { question: { text: 1 }, video: 2 } }),
      record("pre_0", { input: { question: { text: "Is there sound?" } }, output: { question_answer: {} } }),
    ];
    const found = await problemsOf(
      "avi-bench",
      jsonFile("levels/reasoning/AVQA/data.json", avqa),
      textFile("levels/perception/AVM/data.json", "[{]"),
    );
    expect(found).toEqual(
      expect.arrayContaining([
        ["line 1, column 3", null, null, "']'"],
        ["$[3].output.question_answer", null, "output.question_answer", "an object"],
        ["$[0].output.question_answer", "AVQA/0", "output.question_answer", "an empty array"],
        ["$[1]", null, null, "7"],
        ["$[2].input.video", "AVQA/2", "input.video", "2"],
        ["$[2].input.question.text", "AVQA/2", "input.question.text", "1"],
      ]),
    );
    expect(found).toHaveLength(6);
  });
});
