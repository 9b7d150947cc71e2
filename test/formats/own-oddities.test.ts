import { describe, expect, it } from "vitest";
import { createOmnidexImporter } from "../../src/formats/omnidex/omnidex-importer.ts";
import { omnidexJson } from "../fixtures/omnidex-fixture.ts";

const QUESTION = { key: "q1", text: "Which?", task: "T", level: "PERCEPTION" };

interface Parts {
  readonly questions: readonly object[];
  readonly videos?: readonly object[];
  readonly tasks?: readonly object[];
}

const read = (parts: Parts, slug = "my-bench") =>
  createOmnidexImporter(null)([omnidexJson({ benchmark: { slug, title: "B" }, ...parts })]);
const ofQuestion = (fields: object, slug?: string) => read({ questions: [{ ...QUESTION, ...fields }] }, slug);
const codes = async (batch: ReturnType<typeof read>) => (await batch).oddities.map(({ code, key }) => [code, key]);

describe("an answer that can be read in two ways is imported and reported", () => {
  it.each([
    ["a number that is a position and a text", ["1", "2", "3", "4"], 3, 3],
    ["a number that is a position and a text with a space", ["1 ", "2 ", "3 "], 0, 0],
    ["a text that is also a label", ["D", "A", "B", "C"], "B", 2],
    ["small letters", ["b", "a"], "b", 0],
  ])("%s", async (_, options, answer, position) => {
    const batch = await ofQuestion({ options, answer });
    expect(batch.questions[0]?.answer).toMatchObject({ position });
    expect(batch.oddities.map(({ code, key }) => [code, key])).toEqual([["AMBIGUOUS_ANSWER", "q1"]]);
  });

  it("with a message that depends on the options only, because messages are public", async () => {
    const messages = ["A", "B", "C", "D"].map(async (answer) => {
      const { oddities } = await ofQuestion({ options: ["D", "A", "B", "C"], answer });
      return oddities[0]?.message;
    });
    expect(new Set(await Promise.all(messages)).size).toBe(1);
  });

  it.each([
    ["a position in an object", ["1", "2", "3", "4"], { position: 2 }],
    ["a number in quotes", ["1", "2", "3", "4"], "3"],
    ["numbers in the place of their positions", ["0", "1", "2"], 1],
    ["numbers that are no positions", ["10", "20", "30"], 1],
    ["letters in the place of their labels", ["A", "B", "C"], "B"],
    ["letters that are no labels", ["X", "Y", "I"], "X"],
    ["a label", ["a cat", "a dog"], "B"],
    ["short words", ["no", "ok", "TV"], "ok"],
  ])("but not %s", async (_, options, answer) => {
    expect(await codes(ofQuestion({ options, answer }))).toEqual([]);
  });
});

describe("the options of a question", () => {
  it("are reported if the list is empty, unless the file states the answer format", async () => {
    const batch = ofQuestion({ options: [], answer: "A" });
    expect(await codes(batch)).toEqual([["NO_OPTIONS", "q1"]]);
    expect((await batch).questions[0]?.answerFormat).toBe("OPEN_TEXT");
    expect(await codes(ofQuestion({ options: [], answer: "A", answerFormat: "OPEN_TEXT" }))).toEqual([]);
    expect(await codes(ofQuestion({ answer: "A" }))).toEqual([]);
  });

  it("are reported if there is only one", async () => {
    expect(await codes(ofQuestion({ options: ["a cat"], answer: 0 }))).toEqual([["SINGLE_OPTION", "q1"]]);
  });
});

describe("the answer to a YES_NO question", () => {
  it.each(["yes", "No.", "not sure"])("may be %s", async (answer) => {
    expect(await codes(ofQuestion({ answerFormat: "YES_NO", answer }))).toEqual([]);
  });

  it("may be the text of an option", async () => {
    const fields = { answerFormat: "YES_NO", options: ["true", "false"] };
    expect(await codes(ofQuestion({ ...fields, answer: "True" }))).toEqual([]);
    await expect(ofQuestion({ ...fields, answer: "yes" })).rejects.toThrow(
      '$.questions[0].answer: expected the text of one of the options, found the string "yes".',
    );
  });

  it.each(["maybe", "true", "Y"])("is refused if no response can match it: %s", async (answer) => {
    await expect(ofQuestion({ answerFormat: "YES_NO", answer })).rejects.toThrow(
      `$.questions[0].answer: expected "yes", "no" or "not sure", found the string "${answer}".`,
    );
  });

  it("is what the file of a built-in benchmark says, so that its export can be imported", async () => {
    expect(await codes(ofQuestion({ answerFormat: "YES_NO", answer: "maybe" }, "avi-bench"))).toEqual([]);
  });
});

it("a duration above a day is reported", async () => {
  const videos = [
    { key: "v1", durationSeconds: 35_000_000 },
    { key: "v2", durationSeconds: 86_400 },
  ];
  const { oddities } = await read({ videos, questions: [{ ...QUESTION, answer: 3 }] });
  expect(oddities).toEqual([
    {
      code: "UNLIKELY_DURATION",
      key: "v1",
      message: "The duration, 35000000 s, is 9,722 hours. Is it in milliseconds? It was kept.",
    },
  ]);
});

describe("the chance of a task", () => {
  const four = { ...QUESTION, options: ["a", "e", "o", "u"], answer: 0 };
  const two = { ...four, key: "q2", text: "Who?", options: ["e", "o"] };
  const chanceOf = async (chance: number, questions: readonly object[], slug?: string) => {
    const batch = await read({ tasks: [{ name: "T", level: "PERCEPTION", chance }], questions }, slug);
    return [batch.tasks[0]?.chance, ...batch.oddities.map(({ code, key }) => `${code} ${key}`)];
  };

  it("follows from the number of options if the file contradicts it", async () => {
    expect(await chanceOf(0.1, [four])).toEqual([0.25, "CHANCE_DISAGREES t"]);
    expect(await chanceOf(0.1, [four, two])).toEqual([0.375, "CHANCE_DISAGREES t"]);
  });

  it("is kept if it agrees, if it is rounded, and if some questions of the task have no options", async () => {
    const number = { ...QUESTION, key: "q3", text: "How many?", answer: 3 };
    expect(await chanceOf(0.25, [four])).toEqual([0.25]);
    expect(await chanceOf(0.33, [{ ...four, options: ["e", "o", "u"] }])).toEqual([0.33]);
    expect(await chanceOf(0.1, [number])).toEqual([0.1]);
    expect(await chanceOf(0.1, [four, number])).toEqual([0.1]);
  });

  it("of a built-in benchmark is the paper's", async () => {
    expect(await chanceOf(0.1, [four], "avi-bench")).toEqual([0.1]);
  });
});

it.each([" q1", "q1 ", "\tq1"])("a key with a space at its edge is refused: %j", async (key) => {
  await expect(ofQuestion({ key, answer: 3 })).rejects.toThrow(
    `$.questions[0].key: expected a key without spaces at its beginning and end, found the string ${JSON.stringify(key)}.`,
  );
});
