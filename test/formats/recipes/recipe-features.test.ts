import { expect, it } from "vitest";
import type { ImportBatch } from "../../../src/domain/import-batch.ts";
import { ImportError } from "../../../src/domain/import-error.ts";
import { jsonFile } from "../../fixtures/file-writing.ts";
import { importerOf } from "../../support/importing.ts";
import { asking, read, recipe, recipeFile, row, rows } from "./recipe-cases.ts";

const keys = ({ questions }: ImportBatch): readonly string[] => questions.map(({ key }) => key);

it("a record without the list of questions is a question itself", async () => {
  const content = recipe({ questions: ".questions" });
  const nested = await read(
    content,
    jsonFile("a.json", [{ video: "v1", questions: [row(), row({ question: "B?" })] }]),
  );
  const flat = await read(content, rows({}, { question: "B?" }));
  expect(keys(nested)).toEqual(["v1/0", "v1/1"]);
  expect({ ...flat, source: null }).toEqual({
    ...nested,
    source: null,
    questions: nested.questions.map((question) => ({ ...question, native: {} })),
  });
  await expect(read(content, jsonFile("a.json", [{ video: "v1", qustions: [] }, row()]))).rejects.toThrow(
    "a.json: $[0]: expected a record with questions at .questions, or a question with the field 'question', found an object with neither.",
  );
});

it("questions may be the fields of a record, with their names as $name and the video's key as $video", async () => {
  const content = asking(
    { key: '"\\($video):\\($name)"' },
    { questions: 'with_entries(select(.key | test("^q")))', video: { key: ".id", native: [], ignored: [] } },
  );
  const batch = await read(content, jsonFile("a.json", { x: { id: "v1", q1: row(), q3: row({ question: "B?" }) } }));
  expect(keys(batch)).toEqual(["v1:q1", "v1:q3"]);
  expect(batch.oddities).toEqual([]);
  await expect(read(content, jsonFile("a.json", { x: { id: "v1", q1: row({ answer: null }) } }))).rejects.toThrow(
    "a.json: $.x.q1.answer: expected a value",
  );
});

it("the recipe's own functions may be called; lists may be written as Python writes them", async () => {
  const content = asking(
    { text: ".question | shout", native: "{ tags: (.tags | fromliteral) }" },
    { functions: 'def shout: "\\(ascii_upcase)!";' },
  );
  const batch = await read(content, rows({ tags: "['a' 'b']" }, { question: "B?", tags: [1] }));
  expect(batch.questions).toMatchObject([
    { text: "WHO SINGS?!", native: { tags: ["a", "b"] } },
    { text: "B?!", native: { tags: [1] } },
  ]);
  await expect(read(content, rows({ tags: "a, b" }))).rejects.toThrow("a text that is no list or object");
});

it("fields that are unknown are kept and reported, if the recipe lists those that it ignores", async () => {
  const content = asking({ native: ["kept"], ignored: ["index"] });
  const { questions, oddities } = await read(content, rows({ kept: 1, index: 2, answr: 3 }));
  expect(questions[0]?.native).toEqual({ kept: 1, answr: 3 });
  expect(oddities).toEqual([
    {
      code: "UNKNOWN_FIELD",
      key: "v1/0",
      message: `The field "answr" is unknown; 1 record has it, at rows.json: $[0]. It was kept in 'native'. Did you mean "answer"?`,
    },
  ]);
});

it("a field that is required must have a value", async () => {
  const content = asking({ required: ["kind"] }, { video: { key: ".video", required: ["length"] } });
  await expect(read(content, rows({ kind: null, length: 1 }))).rejects.toThrow(
    "rows.json: $[0].kind: expected a value",
  );
  await expect(read(content, rows({ kind: 1 }))).rejects.toThrow("rows.json: $[0].length: expected a value");
});

it("oddities that the recipe finds are reported, of videos and of questions", async () => {
  const content = asking(
    { report: { NO_REASONING_STEPS: 'if .steps == [] then "There are no steps." else null end' } },
    { video: { key: ".video", report: { DURATION_DISAGREES: '[.odd // [] | .[] | "It is \\(.)."]' } } },
  );
  const { oddities } = await read(content, rows({ steps: [], odd: ["long", "short"] }, { steps: [1], question: "B?" }));
  expect(oddities).toEqual([
    { code: "DURATION_DISAGREES", key: "v1", message: "It is long." },
    { code: "DURATION_DISAGREES", key: "v1", message: "It is short." },
    { code: "NO_REASONING_STEPS", key: "v1/0", message: "There are no steps." },
  ]);
  await expect(read(asking({ report: { NO_OPTIONS: "4" } }), rows({}))).rejects.toThrow(
    "rows.json: $[0] (my-bench.yaml: question.report.NO_OPTIONS): expected a sentence, a list of sentences, or null, found 4",
  );
  await expect(read(asking({ report: { ODD: "4" } }), rows({}))).rejects.toThrow(/expected one of .*, found "ODD"/);
});

it("a text of the answer beside its label is kept, and reported if it is no option", async () => {
  const { questions, oddities } = await read(
    asking({ answerIs: "LABEL", answerText: ".gold" }),
    rows({ answer: "B", gold: "The boy." }, { answer: "A", gold: "a dog", question: "B?" }),
  );
  expect(questions.map(({ answer }) => answer)).toMatchObject([
    { position: 1, text: "The boy." },
    { position: 0, text: "a dog" },
  ]);
  expect(oddities.map(({ code, key }) => [code, key])).toEqual([["ANSWER_TEXT_MATCHES_NO_OPTION", "v1/1"]]);
});

it("options by label are in the order of the labels, and a gap is reported", async () => {
  const options = { d: "four", a: "one", b: "two", c: null };
  const { questions, oddities } = await read(asking({ answerIs: "LABEL" }), rows({ options, answer: "d" }));
  expect(questions).toMatchObject([{ options: ["one", "two", "four"], answer: { position: 2 } }]);
  expect(oddities.map(({ code }) => code)).toEqual(["OPTION_LABELS_WITH_GAP"]);
});

it("a level that the paper does not give to the task is reported", async () => {
  const content = { ...(recipe() as object), benchmark: { slug: "worldsense", title: "WorldSense" } };
  const { questions, oddities } = await importerOf("worldsense")([
    recipeFile(content),
    rows({ task: "Object Counting" }),
  ]);
  expect([questions[0]?.level, oddities.map(({ code }) => code)]).toEqual(["UNDERSTANDING", ["LEVEL_DISAGREES"]]);
});

it("all problems of a record are reported, at the fields of the file", async () => {
  const fields = {
    text: ".meta.ask",
    answer: ".right",
    answerIs: "LABEL",
    level: { from: ".kind", map: { easy: "PERCEPTION" } },
  };
  const video = { key: ".video", category: "[.domain, .sub]", durationSeconds: ".secs" };
  const broken = { meta: { ask: " " }, right: "Q", kind: "odd", domain: 7, secs: "soon" };
  const error: unknown = await read(asking(fields, { video }), rows(broken)).catch((reason: unknown) => reason);
  if (!(error instanceof ImportError)) throw error;
  expect(error.problems.map(({ path, key, field }) => [path, key, field])).toEqual([
    ["rows.json: $[0].domain", "v1", "domain"],
    ["rows.json: $[0].secs", "v1", "secs"],
    ["rows.json: $[0].right", "v1/0", "right"],
    ["rows.json: $[0].kind", "v1/0", "kind"],
    ["rows.json: $[0].meta.ask", "v1/0", "meta.ask"],
  ]);
});

it("a value that has no text is a problem of its field, and no failure of the program", async () => {
  const level = { from: ".kind", map: { easy: "PERCEPTION" } };
  const broken = { kind: { toString: 1 }, answer: { toString: 1 } };
  const error: unknown = await read(asking({ level }), rows(broken)).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ImportError);
  expect(error).toMatchObject({ problems: [{ path: "rows.json: $[0].answer" }, { path: "rows.json: $[0].kind" }] });
});
