import { describe, expect, it } from "vitest";
import type { ImportFile } from "../../../src/formats/files/importer.ts";
import { jsonFile, textFile } from "../../fixtures/file-writing.ts";
import { zipFile } from "../../fixtures/results/zip-file.ts";
import { join, open, question, rowsOf } from "./joined.ts";

// `JSON.parse` would silently keep only the last of two fields with one name.

const good = (index: number): string => `{"question":"v${index}/0","response":"A"}`;
const TWICE = "Expected one field of this name, found a second one.";

/** The key of each row, or the place and the reason of its problem. */
async function said(file: ImportFile): Promise<readonly (string | undefined)[]> {
  const rows = await rowsOf(await open([file]));
  return rows.map((row) => ("reason" in row ? `${row.place}: ${row.reason}` : row.names.key));
}

describe("a name that a row has twice is a problem of the row, and the rows after it are read", () => {
  it.each<[string, ImportFile, readonly string[]]>([
    [
      "in a line of NDJSON",
      textFile("r.jsonl", [good(0), '{"question":"v1/0","response":"A","response":"B"}', good(2)].join("\n")),
      ["v0/0", `line 2: $.response: ${TWICE}`, "v2/0"],
    ],
    [
      "in the first line, with equal values",
      textFile("r.jsonl", ['{"question":"v0/0","response":"A", "response" :"A"}', good(1)].join("\n")),
      [`line 1: $.response: ${TWICE}`, "v1/0"],
    ],
    [
      "beside a NaN",
      textFile("r.jsonl", [good(0), '{"question":"v1/0","response":NaN,"response":"B"}'].join("\n")),
      ["v0/0", `line 2: $.response: ${TWICE}`],
    ],
    [
      "deep in an element of an array",
      textFile("r.json", `[${good(0)},\n{"question":"v1/0","response":"A","x":[{"y z":1,"y z":2}]},\n${good(2)}]`),
      ["v0/0", `$[1].x[0]["y z"] (line 2): ${TWICE}`, "v2/0"],
    ],
    [
      "in a list of an object",
      textFile(
        "r.json",
        `{"model":"m","predictions":[{"question":"v0/0","question":"v1/0","response":"A"},${good(2)}]}`,
      ),
      [`$.predictions[0].question (line 1): ${TWICE}`, "v2/0"],
    ],
  ])("%s", async (_, file, expected) => {
    expect(await said(file)).toEqual(expected);
  });

  it("in a sample of an Inspect log", async () => {
    const sample = { id: "v0/0", epoch: 1, input: "?", output: { completion: "A" } };
    const twice = JSON.stringify({ ...sample, id: "v1/0" }).replace('"epoch":1', '"epoch":1,"epoch":2');
    const entry = (name: string, text: string) => {
      const data = Buffer.from(text);
      return { name, method: 0, data, size: data.length };
    };
    const file = zipFile("log.eval", [
      entry("header.json", "{}"),
      entry("samples/1_epoch_1.json", twice),
      entry("samples/2_epoch_1.json", JSON.stringify(sample)),
    ]);
    expect(await said(file)).toEqual([`samples/1_epoch_1.json: line 1: $.epoch: ${TWICE}`, "v0/0"]);
  });

  it("a name that several objects have, or that a text contains, is no problem", async () => {
    const row = { question: "v0/0", response: '{"answer": "B", "answer": "C"}', x: [{ a: 1 }, { a: ": b" }] };
    expect(await said(jsonFile("r.json", [row, { ...row, question: "v1/0" }], 2))).toEqual(["v0/0", "v1/0"]);
  });
});

describe("a name that the outermost object has twice is refused with its place", () => {
  it.each([
    [
      "a field",
      `{"model":"a",\n"model":"b","predictions":[${good(0)}]}`,
      /^r\.json: line 2, column 1: .* a second 'model'/,
    ],
    [
      "a list",
      `{"predictions":[${good(0)}],\n "predictions":[]}`,
      /^r\.json: line 2, column 2: .* a second 'predictions'/,
    ],
    [
      "a field of an entered object",
      `{"results_by_subject":{"a":{"detailed_results":[]},\n"a":{"detailed_results":[]}}}`,
      /^r\.json: line 2, column 1: .* a second 'a'/,
    ],
    [
      "a field of the head",
      `{"model":{"name":"a","name":"b"},"predictions":[${good(0)}]}`,
      /^r\.json: line 1: \$\.name: /,
    ],
  ])("%s", async (_, text, message) => {
    await expect(open([textFile("r.json", text)]).then(rowsOf)).rejects.toThrow(message);
  });

  it("but the same name in two objects is accepted", async () => {
    const result = '{"detailed_results":[{"video_id":"v0","model_answer":"a"}]}';
    const rows = await rowsOf(await open([textFile("r.json", `{"results_by_subject":{"a":${result},"b":${result}}}`)]));
    expect(rows).toMatchObject([{ names: { video: "v0" } }, { names: { video: "v0" } }]);
  });

  it("a name that is not a JSON string is refused, too", async () => {
    const file = textFile("r.json", `{\n"\\x":1,"predictions":[${good(0)}]}`);
    await expect(open([file])).rejects.toThrow("r.json: line 2, column 1: expected a field name that is a JSON string");
  });
});

describe("options with a label twice", () => {
  it.each([`{"A": "a cat", "A": "two dogs"}`, `{'A': 'a cat', 'A': 'two dogs'}`])(
    "are a problem of the row: %s",
    async (options) => {
      const row = { index: 0, question: "What is number 0?", candidates: options, prediction: "A" };
      const { report } = await join([jsonFile("m_WorldSense.json", [row])], {
        benchmark: "worldsense",
        questions: [question(0)],
      });
      expect(report.problems).toMatchObject([
        { reason: "It cannot be read as a row of vlmevalkit: its options have the field 'A' twice." },
      ]);
    },
  );

  it("are ignored in a line of a prompt, which may be any text", async () => {
    const row = {
      doc_id: 0,
      filtered_resps: "A",
      input: `{'A': 1, 'A': 2}\nWhat is number 0?\na cat\ntwo dogs\nbirds`,
    };
    const { report } = await join([jsonFile("r.json", [row])], { benchmark: "x", questions: [question(0)] });
    expect(report).toMatchObject({ problems: [], predictions: 1 });
  });
});
