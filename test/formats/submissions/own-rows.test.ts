import { describe, expect, it } from "vitest";
import { textFile } from "../../fixtures/file-writing.ts";
import { join, question } from "./joined.ts";

// Rows of Omnidex's own format that have more than a key and an output.

const BENCH = { benchmark: "my-bench", questions: [question(0), question(1), question(2, { video: null })] };
const joined = (content: string, name = "r.jsonl") => join([textFile(name, content)], BENCH);
const ofRow = (row: object) => joined(`${JSON.stringify({ question: "v1/0", response: "B", ...row })}\n`);

describe("the options that the model saw", () => {
  const REVERSED = ["birds", "two dogs", "a cat"];

  it.each([
    ["a list", REVERSED],
    ["a list with labels", ["A. birds", "B. two dogs", "C. a cat"]],
    ["an object by label", { A: "birds", B: "two dogs", C: "a cat" }],
    ["the options of an exported question", REVERSED.map((text, at) => ({ label: "ABC"[at], text }))],
    ["lines of text", "(A) birds\n(B) two dogs\n(C) a cat"],
  ])("decide what a label means, as %s", async (_, options) => {
    const { responses, report } = await ofRow({ options, response: "A" });
    expect([...responses]).toEqual([["v1/0", "C"]]);
    expect(report.notes).toEqual([expect.stringContaining("1 row with options in another order")]);
  });

  it("are read from a column of a table", async () => {
    const table = `question,options,response\nv0/0,"['birds', 'two dogs', 'a cat']",C\nv1/0,"[""birds"",""two dogs"",""a cat""]",A\nv2/0,NaN,A\n`;
    expect([...(await joined(table, "r.csv")).responses]).toEqual([
      ["v0/0", "A"],
      ["v1/0", "C"],
      ["v2/0", "A"],
    ]);
  });

  it.each([[[]], ["[]"], [""], [null]])("may be absent: %j", async (options) => {
    expect([...(await ofRow({ options })).responses]).toEqual([["v1/0", "B"]]);
  });

  it("make an answer unusable if it is more than a label", async () => {
    const { report } = await ofRow({ options: REVERSED, response: "The second one, B, I think" });
    expect(report.problems).toMatchObject([{ place: "line 1", reason: expect.stringContaining("in another order") }]);
  });
});

describe("a row that contradicts its key is refused", () => {
  it.each([
    ["another video", { video: "v0" }, 'The row is of the video "v0", but v1/0 is of "v1".'],
    [
      "another text",
      { text: "What is number 2?" },
      'The row asks "What is number 2?", but v1/0 is "What is number 1?".',
    ],
    [
      "other options",
      { options: ["a cat", "a dog", "birds"] },
      `The row's options are not those of v1/0: "a cat | a dog | birds".`,
    ],
    ["another key", { key: "v0/0" }, `The row names two questions: its 'question' is "v1/0", and its 'key' is "v0/0".`],
    ["an unknown key", { key: "17" }, `The row names two questions: its 'question' is "v1/0", and its 'key' is "17".`],
    [
      "another benchmark",
      { benchmark: "omnidex-demo" },
      'The row is of the benchmark "omnidex-demo", but the run is of my-bench.',
    ],
    [
      "options that are not a list",
      { options: "a cat / two dogs / birds" },
      `It cannot be read as a row of omnidex: its field 'options' is not a list of texts, such as ["A. a cat", "B. a dog"].`,
    ],
  ])("with %s", async (_, row, reason) => {
    const { report, predictions } = await ofRow(row);
    expect(report.problems).toEqual([{ file: "r.jsonl", place: "line 1", reason }]);
    expect(predictions).toEqual([]);
  });
});

describe("a row that agrees with its key is accepted", () => {
  it.each([
    ["a path of its video", { video: "videos/v1.mp4" }],
    ["its text and the name of its benchmark", { text: "what is  number 1?", benchmark: "My Bench" }],
    ["its text as 'question' and its key as 'key'", { question: "What is number 1?", key: "v1/0" }],
    ["its key twice", { key: "v1/0" }],
    [
      "the fields of an exported question",
      { question: undefined, key: "v1/0", benchmark: "my-bench", video: { key: "v1" }, text: "What is number 1?" },
    ],
    ["a path of its video on Windows", { video: "C:\\videos\\v1.mp4" }],
    ["missing values of Python", { video: "None", text: "null", benchmark: "<NA>", options: "None" }],
    ["missing values of pandas", { video: "NaN", text: "nan", benchmark: "NaN", options: "NaN" }],
  ])("with %s", async (_, row) => {
    const { report, responses } = await ofRow(row);
    expect(report.problems).toEqual([]);
    expect([...responses]).toEqual([["v1/0", "B"]]);
  });
});

describe("the wording of a row may differ from that of its question", () => {
  const asked = question(0, {
    text: "Who’s singing “Hello” & why？",
    options: ["It’s a dog.", "x > 3", "x < 3", "Two – birds"],
  });
  const ofAsked = (row: object) =>
    join([textFile("r.jsonl", `${JSON.stringify({ question: "v0/0", response: "A", ...row })}\n`)], {
      benchmark: "my-bench",
      questions: [asked],
    });

  it.each([
    ["quotes", { text: `Who's singing "Hello" & why?` }],
    ["entities", { text: "Who&#39;s singing &quot;Hello&quot; &amp; why&#x3f;" }],
    ["the mark at the end", { text: "Who’s singing “Hello” & why" }],
    ["an invisible character", { text: "Who’s singing “Hello” & why？\u200b" }],
    ["the text as 'question'", { key: "v0/0", question: `Who's singing "Hello" & why?` }],
  ])("in %s", async (_, row) => {
    const { report, responses } = await ofAsked(row);
    expect(report.problems).toEqual([]);
    expect([...responses]).toEqual([["v0/0", "A"]]);
  });

  it("in the options, and the labels of the options are still mapped", async () => {
    const { report, responses } = await ofAsked({ options: ["x &lt; 3", "It's a dog", "Two - birds", "x &gt; 3"] });
    expect(report.problems).toEqual([]);
    expect([...responses]).toEqual([["v0/0", "C"]]);
  });

  it("but not in signs and numbers", async () => {
    const { report } = await ofAsked({ options: ["It's a dog", "x > 3", "x > 3", "Two birds"] });
    expect(report.problems).toMatchObject([{ reason: expect.stringContaining("options are not those of v0/0") }]);
  });

  it("but not if two options differ in nothing else", async () => {
    const alike = question(0, { options: ["‘a’", "'a'"] });
    const row = JSON.stringify({ question: "v0/0", response: "A", options: ["'a'", '"a"'] });
    const { report } = await join([textFile("r.jsonl", `${row}\n`)], { benchmark: "my-bench", questions: [alike] });
    expect(report.problems).toMatchObject([{ reason: expect.stringContaining("options are not those of v0/0") }]);
  });
});
