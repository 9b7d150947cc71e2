import { describe, expect, it } from "vitest";
import { textFile } from "../../fixtures/file-writing.ts";
import { join, open, question } from "./joined.ts";

// Values that JavaScript or pandas would lose silently.

async function rowsOf(name: string, content: string): Promise<readonly object[]> {
  const rows: object[] = [];
  for await (const row of (await open([textFile(name, content)])).rows()) rows.push(row);
  return rows;
}

describe("integers beyond 2^53", () => {
  const rows = '{"question": 12345678901234567891, "response": 9007199254740993}';

  it.each([
    ["NDJSON", "a.jsonl", `${rows}\n`],
    ["a JSON array", "a.json", `[${rows}]`],
    ["a file with NaN", "a.jsonl", `${rows.replace("}", ', "score": NaN}')}\n`],
  ])("keep their digits in %s", async (_, name, content) => {
    expect(await rowsOf(name, content)).toMatchObject([
      { names: { key: "12345678901234567891" }, response: "9007199254740993" },
    ]);
  });

  it("are not confused with digits in texts, with fractions and with smaller integers", async () => {
    const content =
      '{"question":"a 12345678901234567891","response":[9007199254740991,0.12345678901234567891,-1e20]}\n';
    expect(await rowsOf("a.jsonl", content)).toMatchObject([
      {
        names: { key: "a 12345678901234567891" },
        response: "[9007199254740991,0.12345678901234568,-100000000000000000000]",
      },
    ]);
  });
});

describe("integers beside long texts", () => {
  // A single regular expression that skips strings exhausts V8's stack in texts of this length.
  it.each([
    ["plain", "x".repeat(8 << 20)],
    ["escaped", "\\n".repeat(4 << 20)],
    ["quoted", '\\"'.repeat(4 << 20)],
  ])("keep their digits beside %s text of 8 MB", async (_, text) => {
    const content = `{"question":12345678901234567890,"response":"${text}"}\n`;
    expect(await rowsOf("a.jsonl", content)).toMatchObject([{ names: { key: "12345678901234567890" } }]);
  });

  it("keep their digits after strings that end with backslashes", async () => {
    const content = String.raw`{"response":"a\\","b":"\\\" 1234567890123456789 NaN","c":NaN,"question":12345678901234567891}`;
    expect(await rowsOf("a.jsonl", content)).toMatchObject([
      { names: { key: "12345678901234567891" }, response: "a\\" },
    ]);
  });
});

it("half of a surrogate pair, which cannot be stored, is noted", async () => {
  const lines = [0, 1, 2].map((ordinal) => JSON.stringify({ question: `v${ordinal}/0`, response: "ABC"[ordinal] }));
  const torn = lines.map((line, ordinal) => (ordinal === 1 ? line.replace('"B"', String.raw`"B \ud83d"`) : line));
  const release = { benchmark: "bench", questions: [question(0), question(1), question(2)] };
  const notesOf = async (rows: readonly string[]) =>
    (await join([textFile("a.jsonl", rows.join("\n"))], release)).report.notes;
  expect(await notesOf(torn)).toEqual([
    `1 row with half a surrogate pair, as of an emoji that was cut: it has no form in UTF-8, and is stored as "\uFFFD".`,
  ]);
  expect(await notesOf(lines)).toEqual([]);
});

describe("a response that is NaN", () => {
  it("is a problem of its row, because it may be an empty response as well as a lost one", async () => {
    const content =
      '{"question":"a","response":NaN}\n{"question":"b","response":null}\n{"question":"c","response":"NaN"}\n';
    expect(await rowsOf("a.jsonl", content)).toMatchObject([
      { place: "line 1", reason: expect.stringMatching(/'response' is NaN, not a text\. Write "" if/) },
      { names: { key: "b" }, response: null },
      { names: { key: "c" }, response: "NaN" },
    ]);
  });

  it("is refused as a cell of a table, too, but not in a run that Omnidex exported", async () => {
    const content = (columns: string, rest: string) =>
      `question,response,error${columns}\na,NaN,${rest}\nb,nan,NaN${rest}\nc,NaN,timeout${rest}\nd,"",NaN${rest}\n`;
    const refused = { reason: expect.stringMatching(/'response' is NaN, not a text\. Write "" if/) };
    expect(await rowsOf("a.csv", content("", ""))).toMatchObject([
      { place: "row 1 (line 2)", ...refused },
      { place: "row 2 (line 3)", ...refused },
      { response: null, error: "timeout" },
      { response: "", error: null },
    ]);
    expect(await rowsOf("a.csv", content(",rule", ",LONE_LABEL"))).toMatchObject([
      { response: "NaN", error: null },
      { response: "nan", error: "NaN" },
      { response: "NaN", error: "timeout" },
      { response: "", error: "NaN" },
    ]);
  });

  it("is not the same as a missing field, which is refused", async () => {
    const content = '{"question":"a","response":"B"}\n{"question":"b"}\n{"question":"c","confirmation":"yes"}\n';
    const refused = { reason: expect.stringContaining("it has neither 'response' nor 'error'. Write \"\" as") };
    expect(await rowsOf("a.jsonl", content)).toMatchObject([{ response: "B" }, refused, refused]);
  });

  it.each(["NaN", "Infinity", "-Infinity"])("counts as no response if the row states an error: %s", async (word) => {
    expect(await rowsOf("a.jsonl", `{"question":"a","response":${word},"error":"timeout"}\n`)).toMatchObject([
      { names: { key: "a" }, response: null, error: "timeout" },
    ]);
  });

  it.each(["NaN", "Infinity", "-Infinity"])("is named as it was written: %s", async (word) => {
    expect(await rowsOf("a.jsonl", `{"question":"a","response" : ${word}}\n`)).toMatchObject([
      { place: "line 1", reason: expect.stringContaining(`'response' is ${word}, not a text`) },
    ]);
  });

  it.each([
    ["an inner field", '"response":null,"logprobs":{"response":NaN}'],
    ["another field", '"response":null,"score":-Infinity'],
    ["a text", String.raw`"response":null,"score":NaN,"prompt":"\"response\": NaN"`],
  ])("is not found in %s", async (_, fields) => {
    expect(await rowsOf("a.jsonl", `{"question":"a",${fields}}\n`)).toMatchObject([
      { names: { key: "a" }, response: null },
    ]);
  });
});

describe("files whose form is a little wrong", () => {
  const missing = "is the row with the names of the columns missing?";

  it.each(["v1/0,A", "17,The answer is B.", "v1,C", "clip00/0,A", "q1,B", "v1/0,yes"])(
    "a table whose first row is data gets a hint that the names of the columns are missing: %s",
    async (row) => {
      await expect(open([textFile("a.csv", `${row}\nv2/0,D\n`)])).rejects.toThrow(missing);
    },
  );

  it.each([
    "id,text",
    ",Question,Answer",
    "index,video,question_text,A,B,C,D,answer",
    "title,A,B,C,D",
    "id,model output text",
    "audio/video,answer",
    "id,gpt4_output",
  ])("a table with other names of columns gets no such hint: %s", async (header) => {
    const cells = header.replaceAll(/[^,]+/g, "x");
    const fields = header.replaceAll(",", ", ").trim();
    await expect(open([textFile("a.csv", `${header}\n${cells}\n`)])).rejects.toThrow(
      `found rows with the fields ${fields}.`,
    );
  });

  it("indented objects after one another are named, with the line of the second", async () => {
    const object = JSON.stringify({ question: "a", response: "A" }, null, 2);
    await expect(open([textFile("a.json", `${object}\n${object}\n`)])).rejects.toThrow(
      /^a\.json: line 5, column 1: expected the end of the file; write several objects as a list.*found a second object\.$/,
    );
  });
});

it("what stands in place of a question within a record of a video is reported", async () => {
  const row = { question_id: "v0/0", question: "What is number 0?", response: "A" };
  const record = { video_id: "v0", questions: [row, null, "lost", ["B"]] };
  expect(await rowsOf("a.json", JSON.stringify([record]))).toMatchObject([
    { names: { knownKey: "v0/0" }, response: "A" },
    { place: "$[0] (line 1), question 1", reason: "Expected an object with a question, found null." },
    { place: "$[0] (line 1), question 2", reason: 'Expected an object with a question, found the string "lost".' },
    { place: "$[0] (line 1), question 3", reason: "Expected an object with a question, found an array." },
  ]);
});
