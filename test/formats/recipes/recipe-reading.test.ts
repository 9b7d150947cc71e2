import { describe, expect, it } from "vitest";
import { compileJq } from "../../../src/formats/recipes/jq.ts";
import { jsonFile, parquetFile, textFile, tsvFile } from "../../fixtures/file-writing.ts";
import { importerOf } from "../../support/importing.ts";
import { codes } from "../batch-reading.ts";
import { asking, read, recipe, recipeFile, row, rows } from "./recipe-cases.ts";

describe("where the records of a recipe are", () => {
  const QUESTION = { text: "Who sings?", options: ["the girl", "the boy"], answer: { position: 1 }, task: "listening" };

  it.each([
    ["a JSON list", {}, rows({})],
    ["a field of a JSON object", { records: ".items[]" }, jsonFile("a.json", { items: [row()], count: 1 })],
    ["a deeper place", { records: ".data.items[]" }, jsonFile("a.json", { data: { items: [row()] } })],
    ["a list at a deeper place", { records: ".data.items" }, jsonFile("a.json", { data: { items: [row()] } })],
    ["the field with the file's name", { records: ".[$file][]" }, jsonFile("d/a.json", { a: [row()], b: [] })],
    ["a filter", { records: '.[] | select(.split == "test")' }, jsonFile("a.json", [row({ split: "test" }), row()])],
    ["the values of an object", {}, jsonFile("a.json", { first: row() })],
    ["JSONL", {}, textFile("a.jsonl", `${JSON.stringify(row())}\n`)],
    ["Parquet", {}, parquetFile("a.parquet", [row() as never])],
    ["TSV, where a list is a text", {}, tsvFile("a.tsv", [row() as never])],
  ])("%s", async (_name, change, file) => {
    const batch = await read(recipe(change), file);
    expect(batch.questions).toMatchObject([{ key: "v1/0", video: "v1", ...QUESTION }]);
    expect(batch.source).toEqual({ format: "recipe", files: [file.name, "my-bench.yaml"] });
  });

  it("questions in a record, with the record as $record", async () => {
    const nested = [
      { id: "v", language: "en", qs: [row({ q: 1 }), row({ q: 2 })] },
      { id: "w", language: "de", qs: [row({ q: 3 })] },
    ];
    const batch = await read(
      asking(
        { key: '"\\($record.id)-\\(.q)"', subset: "$record.language" },
        { questions: ".qs", video: { key: ".id" } },
      ),
      jsonFile("a.json", nested),
    );
    expect(batch.questions.map(({ key, video, subset }) => [key, video, subset])).toEqual([
      ["v-1", "v", "en"],
      ["v-2", "v", "en"],
      ["w-3", "w", "de"],
    ]);
    expect(batch.videos.map(({ native }) => native)).toEqual([{ language: "en" }, { language: "de" }]);
  });

  it("the name, file, number and document of a record", async () => {
    const key = '"\\($root.set)/\\($file)/\\($number)/\\($within)/\\(.id)"';
    const file = (name: string, set: string) => jsonFile(name, { set, items: [row({ id: "a" }), row({ id: "b" })] });
    const batch = await read(asking({ key }, { records: ".items[]" }), file("x.json", "s"), file("d/y.json", "t"));
    expect(batch.questions.map((question) => question.key)).toEqual([
      "s/x/0/0/a",
      "s/x/1/1/b",
      "t/y/2/2/a",
      "t/y/3/3/b",
    ]);
    const named = await read(
      asking({ key: "$name" }),
      jsonFile("a.json", { first: row(), second: row({ task: "B" }) }),
    );
    expect(named.questions.map((question) => question.key)).toEqual(["first", "second"]);
  });

  it.each([
    ["several values", ".qs[]"],
    ["nested fields", ".qs | .[]"],
  ])("questions in a record as %s", async (_name, questions) => {
    const record = (...asked: readonly string[]) => ({ id: "v", qs: asked.map((question) => row({ question })) });
    const batch = await read(
      recipe({ questions, video: { key: ".id" } }),
      jsonFile("a.json", [record("One?"), { ...record("Two?", "Three?"), id: "w" }, { id: "u", qs: [] }]),
    );
    expect(batch.questions.map(({ text }) => text)).toEqual(["One?", "Two?", "Three?"]);
  });

  it("only the files that it names; the others are listed", async () => {
    const file = (name: string) => textFile(name, `${JSON.stringify(row({ question: name }))}\n`);
    const batch = await read(
      recipe({ files: ["q/*.jsonl", "b.jsonl"] }),
      ...["q/a.jsonl", "b.jsonl", "c.jsonl"].map(file),
    );
    expect(batch.questions.map(({ text }) => text)).toEqual(["q/a.jsonl", "b.jsonl"]);
    expect(batch.oddities).toMatchObject([{ code: "LEFT_OUT", key: "c.jsonl" }]);
  });

  it("without videos, by the place in the file", async () => {
    const { video: _, ...content } = recipe() as Record<string, unknown>;
    const batch = await read(content, rows({}, { question: "What?" }), jsonFile("more.json", [row({ task: "B" })]));
    expect(batch.questions.map(({ key, video }) => [key, video])).toEqual([
      ["rows/0", null],
      ["rows/1", null],
      ["more/0", null],
    ]);
  });
});

describe("a join", () => {
  const join = { film: { file: "films.*", key: ".id", by: ".video" } };
  const video = { key: ".video", durationSeconds: "$film.length", category: "$film.genre" };

  it("finds the record of another file, or null", async () => {
    const films = tsvFile("films.tsv", [
      { id: "v1", length: "00:12", genre: "Drama" },
      { id: "v9", length: "1", genre: "None" },
    ]);
    const batch = await read(recipe({ join, video }), rows({}, { video: "v2", question: "B?" }), films);
    expect(batch.videos.map(({ key, durationSeconds, category }) => [key, durationSeconds, category])).toEqual([
      ["v1", 12, "drama"],
      ["v2", null, null],
    ]);
  });

  it("finds the member of an object by its name", async () => {
    const byName = { film: { file: "films.json", key: "$name", by: ".video" } };
    const films = jsonFile("films.json", { v1: { length: 3, genre: "Drama" } });
    expect((await read(recipe({ join: byName, video }), films, rows({}))).videos).toMatchObject([
      { durationSeconds: 3 },
    ]);
  });

  it("says how many records it does not find", async () => {
    const { oddities } = await read(
      recipe({ join, video }),
      ...[rows({}, { video: "v2" }, { video: null }), jsonFile("films.json", [{ id: "v1", length: 3 }])],
    );
    expect(oddities).toContainEqual({
      code: "JOIN_WITHOUT_RECORD",
      key: "film",
      message: "2 records of 3 find nothing in 'films.*', the first with 'v2'.",
    });
  });

  it("refuses a key that comes twice, and keys that the other file does not have", async () => {
    const twice = jsonFile("films.json", [{ id: "v1" }, { id: "v1" }]);
    await expect(read(recipe({ join }), rows({}), twice)).rejects.toThrow("that comes once, found 'v1' again");
    await expect(read(recipe({ join }), rows({}), jsonFile("films.json", [{ id: "x" }]))).rejects.toThrow(
      "my-bench.yaml: join.film: expected 'by' to give keys that 'key' gives for 'films.*', such as 'x', found 'v1'",
    );
  });
});

describe("options and answers", () => {
  const answerOf = async (content: object, change: object) =>
    (await read(content, rows(change))).questions.map(({ options, answer, answerFormat }) => ({
      options,
      answer: answer.kind === "option" ? answer.position : answer,
      answerFormat,
    }))[0];

  it.each([
    ["the text", {}, { answer: "the boy" }],
    ["the text in another case", {}, { answer: " The  Boy" }],
    ["a label", { answerIs: "LABEL" }, { answer: "B" }],
    [
      "a label in brackets, of labelled options",
      { answerIs: "LABEL" },
      { options: ["A. the girl", "B. the boy"], answer: "(b)" },
    ],
    ["a labelled text", {}, { options: ["A. the girl", "B. the boy"], answer: "B. the boy" }],
    ["a text without the label", { answerIs: "TEXT" }, { options: ["A. the girl", "B. the boy"], answer: "the boy" }],
    ["a position from 0", { answerIs: "POSITION_FROM_0" }, { answer: 1 }],
    ["a position from 1, in a text", { answerIs: "POSITION_FROM_1" }, { answer: "2" }],
    ["an object of labels", {}, { options: { A: "the girl", B: "the boy" }, answer: "B" }],
    ["a list in a text", {}, { options: "['the girl', 'the boy']" }],
    ["columns", { options: "[.a, .b, .c]" }, { a: "the girl", b: "the boy" }],
    ["columns with an empty cell", { options: "[.a, .b, .c]" }, { a: "the girl", b: "the boy", c: "" }],
    ["objects with texts", { options: "[.options[].text]" }, { options: [{ text: "the girl" }, { text: "the boy" }] }],
    ["the right one first", { options: "[.wrong, .answer]" }, { wrong: "the girl" }],
  ])("%s", async (_name, fields, change) => {
    expect(await answerOf(asking(fields), change)).toEqual({
      options: ["the girl", "the boy"],
      answer: 1,
      answerFormat: "MULTIPLE_CHOICE",
    });
  });

  it.each([
    [
      "a label after an empty column",
      { options: "[.A, .B, .C, .D]", answerIs: "LABEL" },
      { A: "aa", B: "", C: "cc", D: "dd", answer: "C" },
      ["aa", "cc", "dd"],
      1,
    ],
    [
      "a position after an empty one",
      { answerIs: "POSITION_FROM_0" },
      { options: ["", "b", "c"], answer: 1 },
      ["b", "c"],
      0,
    ],
    [
      "a position in an object",
      { answerIs: "POSITION_FROM_0" },
      { options: { A: "", B: "bb", C: "cc" }, answer: 1 },
      ["bb", "cc"],
      0,
    ],
    [
      "numbered labels",
      { answerIs: "POSITION_FROM_1" },
      {
        options: Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`option${n + 1}`, `text ${n + 1}`])),
        answer: 2,
      },
      Array.from({ length: 11 }, (_, n) => `text ${n + 1}`),
      1,
    ],
  ])("empty options and many options: %s", async (_name, fields, change, options, answer) => {
    expect(await answerOf(asking(fields), change)).toMatchObject({ options, answer });
  });

  it("refuses a label or position of an empty option", async () => {
    const options = ["aa", "", "cc"];
    await expect(answerOf(asking({ answerIs: "LABEL" }), { options, answer: "B" })).rejects.toThrow("A, C");
    await expect(answerOf(asking({ answerIs: "POSITION_FROM_0" }), { options, answer: 1 })).rejects.toThrow(
      "a position",
    );
  });

  it("numbers and truth values are texts of options", async () => {
    expect(await answerOf(asking({ answerIs: "TEXT" }), { options: [1, 2, true], answer: 2 })).toMatchObject({
      options: ["1", "2", "true"],
      answer: 1,
    });
  });

  it.each([
    ["a text", {}, { answer: "a bell" }, "OPEN_TEXT", { kind: "text", text: "a bell" }],
    ["a number", {}, { answer: 4 }, "NUMBER", { kind: "number", value: 4, text: "4" }],
    ["yes", {}, { answer: "yes" }, "YES_NO", { kind: "text", text: "yes" }],
    ["yes as a text", { answerFormat: '"OPEN_TEXT"' }, { answer: "yes" }, "OPEN_TEXT", { kind: "text", text: "yes" }],
    [
      "several accepted texts",
      { answers: ".answers" },
      { answer: undefined, answers: ["a", "b"] },
      "OPEN_TEXT",
      { kind: "text", text: "a", also: ["b"] },
    ],
  ])("without options: %s", async (_name, fields, change, answerFormat, answer) => {
    const { options: _, ...question } = { ...(asking(fields) as { question: Record<string, unknown> }).question };
    expect(await answerOf(recipe({ question }), change)).toEqual({ options: [], answerFormat, answer });
  });
});

describe("fields", () => {
  it.each([
    [30, 30],
    ["30s", 30],
    ["30", 30],
    ["00:12", 12],
    ["1:02:03", 3723],
    ["1500 ms", 1.5],
    [null, null],
  ])("a duration of %j is %j s", async (written, seconds) => {
    const video = { key: ".video", durationSeconds: ".length" };
    expect((await read(recipe({ video }), rows({ length: written }))).videos[0]?.durationSeconds).toBe(seconds);
  });

  it("a map gives a value for each word, with or without another for the rest", async () => {
    const level = { from: ".kind", map: { easy: "PERCEPTION", 2: "REASONING" } };
    const levels = async (field: object, ...changes: readonly object[]) =>
      (await read(asking({ key: "$number", level: field }), rows(...changes))).questions.map(
        (question) => question.level,
      );
    expect(await levels(level, { kind: "easy" }, { kind: 2, task: "B" })).toEqual(["PERCEPTION", "REASONING"]);
    expect(await levels({ ...level, else: "UNDERSTANDING" }, { kind: "odd" })).toEqual(["UNDERSTANDING"]);
    await expect(levels(level, { kind: "odd" })).rejects.toThrow(
      'rows.json: $[0].kind: expected one of 2, easy, found the string "odd"',
    );
  });

  it("a map of audio types keeps the benchmark's words", async () => {
    const audioTypes = { from: ".sound", map: { voice: "SPEECH", noise: "SOUND" } };
    const { questions } = await read(asking({ audioTypes }), rows({ sound: ["voice", "noise"] }));
    expect(questions[0]?.audioTypes).toEqual([
      { type: "SPEECH", nativeLabel: "voice" },
      { type: "SOUND", nativeLabel: "noise" },
    ]);
  });

  it("categories are a name, or a name and a subcategory", async () => {
    const video = { key: ".video", category: "[.domain, .sub]" };
    const { videos, categories } = await read(
      recipe({ video }),
      rows(
        { domain: "Film", sub: "Drama" },
        { video: "v2", domain: "Film", question: "B?" },
        { video: "v3", question: "C?" },
      ),
    );
    expect(videos.map(({ category }) => category)).toEqual(["film/drama", "film", null]);
    expect(categories.map(({ slug }) => slug)).toEqual(["film", "film/drama"]);
  });

  it("flags, media, reasoning steps and a subset", async () => {
    const fields = {
      subset: ".split",
      requiresAudio: '.needs == "sound"',
      media: '[{ kind: "AUDIO", path: .sound }]',
      reasoningSteps: "[.steps[] | { modality: null, evidence: . }]",
    };
    const { questions } = await read(
      asking(fields),
      rows({ split: 2, needs: "sound", sound: "a.wav", steps: ["ding"] }),
    );
    expect(questions[0]).toMatchObject({
      subset: "2",
      requiresAudio: true,
      media: [{ kind: "AUDIO", path: "a.wav" }],
      reasoningSteps: [{ evidence: "ding" }],
    });
  });

  it("native has the fields that no expression names, those of a list, or what an expression gives", async () => {
    const native = async (field: unknown) =>
      (await read(asking(field === undefined ? {} : { native: field }), rows({ x: 1, y: null, z: "2" }))).questions[0]
        ?.native;
    expect(await native(undefined)).toEqual({ x: 1, z: "2" });
    expect(await native(["x", "y"])).toEqual({ x: 1 });
    expect(await native("{ both: [.x, .z] }")).toEqual({ both: [1, "2"] });
    expect(await native([])).toEqual({});
  });

  it("tasks have the level, chance and source that the recipe states", async () => {
    const task = { name: "Listening", level: "SENSATION", levelSource: "CURATED", chance: 0.5, dominance: "AUDIO" };
    const { level: _, ...question } = (recipe() as { question: Record<string, unknown> }).question;
    const batch = await read(recipe({ tasks: [task], question }), rows({}));
    expect(batch.tasks).toEqual([{ slug: "listening", metric: "accuracy", ...task }]);
    expect(batch.questions[0]?.level).toBe("SENSATION");
  });

  it("a built-in benchmark's terms are those of its paper", async () => {
    const content = { ...recipe(), benchmark: { slug: "worldsense", title: "WorldSense" } };
    const batch = await importerOf("worldsense")([recipeFile(content), rows({ task: "Emotion Change" })]);
    expect(batch.tasks).toMatchObject([{ name: "Emotion Change", levelSource: "PAPER" }]);
  });

  it("a video is described by its first record, and differences are listed", async () => {
    const video = { key: ".video", durationSeconds: ".length" };
    const batch = await read(recipe({ video }), rows({ length: 1 }, { length: 2, question: "B?" }));
    expect([batch.videos.map(({ durationSeconds }) => durationSeconds), codes(batch)]).toEqual([
      [1],
      { VIDEO_DISAGREES: 1 },
    ]);
  });
});

describe("a path without a value in any record", () => {
  it("is listed, also in a list of columns and in native", async () => {
    const content = asking(
      { options: "[.a, .b, .c]", answerIs: "TEXT", native: ["kind", "knd"] },
      { video: { key: ".video", category: ".catgory", subset: '.meta."my part"' } },
    );
    const { oddities } = await read(content, rows({ a: "the girl", b: "the boy", kind: 1 }));
    expect(oddities.filter(({ code }) => code === "FIELD_WITHOUT_VALUE")).toEqual(
      [
        ["question.options", ".c"],
        ["question.native", ".knd"],
        ["video.category", ".catgory"],
        ["video.subset", '.meta."my part"'],
      ].map(([key, path]) => ({
        code: "FIELD_WITHOUT_VALUE",
        key,
        message: `No record has a value at ${path}.`,
      })),
    );
  });

  it("is not listed if one record has a value", async () => {
    const content = asking({ options: "[.a, .b, .c]", answerIs: "TEXT" });
    const { oddities } = await read(
      content,
      rows({ a: "the girl", b: "the boy" }, { question: "Why?", a: "the boy", b: "x", c: "y" }),
    );
    expect(oddities).toEqual([]);
  });
});

describe("records that are left out", () => {
  it("are those of a condition, which may use the variables", async () => {
    const leaveOut = { where: '.deleted == 1 or $file != "rows"', because: "the authors deleted it." };
    const batch = await read(recipe({ leaveOut }), rows({ deleted: 1 }, {}), jsonFile("other.json", [row()]));
    expect(batch.questions).toHaveLength(1);
    expect(batch.oddities).toMatchObject([
      { code: "LEFT_OUT", key: "rows.json: $[0]", message: "The record was left out: the authors deleted it." },
      { code: "LEFT_OUT", key: "other.json: $[0]" },
    ]);
  });

  it("refuses a condition that is not true or false", async () => {
    const where = { where: ".deleted", because: "it was deleted." };
    await expect(read(recipe({ leaveOut: where }), rows({ deleted: "true" }))).rejects.toThrow(
      'expected true or false from .deleted (my-bench.yaml: leaveOut.where), found the string "true"',
    );
  });

  it("are broken rows of a table, if the recipe says so", async () => {
    const table = textFile(
      "t.csv",
      "video,question,options,answer,task\nv,Who?,\"['a', 'b']\",a,T\nv,Who,else?,x,y,z\n",
    );
    const leaveOut = { brokenRows: true, because: "a comma is not in quotes." };
    expect((await read(recipe({ leaveOut }), table)).questions).toHaveLength(1);
    await expect(read(recipe(), table)).rejects.toThrow("t.csv: row 2: expected 5 cells, found 6");
  });
});

describe("an expression", () => {
  const value = async (text: string, change: object): Promise<unknown> =>
    (await read(asking({ native: `{ value: (${text}) }` }), rows(change))).questions[0]?.native.value;

  it.each([
    ['.a // "none"', {}, "none"],
    ['.a // .b // "none"', { b: false }, "none"],
    [".a[0] // 4", {}, 4],
    ["(.a | tonumber?) // 0", { a: "x" }, 0],
    [".a | tonumber", { a: "4.5" }, 4.5],
    [".a[1:]", { a: "hello" }, "ello"],
    [".a[:2]", { a: [1, 2, 3] }, [1, 2]],
    [".a[1:-1]", { a: "hello" }, "ell"],
    ['.a | test("^h"; "i")', { a: "Hello" }, true],
    ['.a | sub("^[A-D][.)] *"; "")', { a: "B. yes" }, "yes"],
    ['.a | test("[^:] now")', { a: "right now" }, true],
    ['["A", "B"] | index("B")', {}, 1],
    ["[.a | to_entries[] | .value]", { a: { A: "x", B: "y" } }, ["x", "y"]],
    ['.a | split("/") | last | rtrimstr(".mp4")', { a: "./v/x.mp4" }, "x"],
    ["# a comment\n.a", { a: 1 }, 1],
  ])("%s", async (text, change, expected) => {
    expect(await value(text, change)).toEqual(expected);
  });
});

describe("jq", () => {
  it.each<[filter: string, input: unknown, values: readonly unknown[]]>([
    // Where jqjs differs from jq 1.7.
    ['.a."b c"', { a: { "b c": 1 } }, [1]],
    ['(.a)."b c" | . + 1', { a: { "b c": 1 } }, [2]],
    ['[.[] | ."x y"]', [{ "x y": 1 }], [[1]]],
    ['."a b"."c d" // 0', { "a b": { "c d": 3 } }, [3]],
    ['"in a text: ." + ."b c"', { "b c": "x" }, ["in a text: .x"]],
    ['"\\(.a[1:]) \\(."b c")"', { a: "abc", "b c": "d" }, ["bc d"]],
    ["[.[] | if . then 1 else 0 end]", [0, "", null, false, true], [[1, 1, 0, 0, 1]]],
    ["map(not)", [true, 0, "", null, false], [[false, false, false, true, true]]],
    ["any, all", [0, 0], [true, true]],
    ['.a == 1 or (.b | test("x"))', { a: 1, b: null }, [true]],
    ['.a == 2 and (.b | test("x"))', { a: 1, b: null }, [false]],
    ["any(.[]; . == 2), all(.x)", [{ x: 0 }], [false, true]],
    [
      "sort_by(.a, .b) | map(.b)",
      [
        { a: 1, b: 2 },
        { a: 1, b: 1 },
        { a: 0, b: 3 },
      ],
      [[3, 1, 2]],
    ],
    ['gsub("A"; "x"; "i")', "caab", ["cxxb"]],
    ['gsub("(?<n>[0-9]+)"; "<\\(.n)>")', "a1b22", ["a<1>b<22>"]],
    ['sub("a"; "x")', "aa", ["xa"]],
    ["del(.[0])", [1, 2], [[2]]],
    ["del(.a, .b[1])", { a: 1, b: [1, 2, 3] }, [{ b: [1, 3] }]],
    [
      "from_entries",
      [
        { name: "a", value: 1 },
        { key: "b", value: null },
        { k: 3, v: 4 },
      ],
      [{ a: 1, b: null, 3: 4 }],
    ],
    [
      "transpose",
      [[1], [2, 3]],
      [
        [
          [1, 2],
          [null, 3],
        ],
      ],
    ],
    ['rtrimstr("")', "ab", ["ab"]],
    ["keys", { b: 1, a: 2 }, [["a", "b"]]],
    ["length", "a😀", [2]],
    ["[.[] | .a?]", [{}, { a: 1 }, "x"], [[null, 1]]],
  ])("%s", (filter, input, values) => {
    expect([...compileJq(filter).run(input)]).toEqual(values);
  });

  it.each([
    [".a / .b", { a: 1, b: 0 }, "1 divided by 0"],
    ['.a | test("n")', { a: null }, "null, which is not a text"],
    ['gsub("a"; "b"; "x")', "a", 'the flags "x"'],
    [".a.b", { a: "text" }, "which has no fields"],
  ])("%s is an error", (filter, input, message) => {
    expect(() => [...compileJq(filter).run(input)]).toThrow(message);
  });
});
