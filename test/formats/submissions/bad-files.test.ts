import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { ImportFile } from "../../../src/formats/files/importer.ts";
import { ndjsonRecords } from "../../../src/formats/files/json-lines.ts";
import { memoryFile } from "../../../src/formats/files/submission-file.ts";
import { firstRecord } from "../../../src/formats/format-detection.ts";
import type { SubmissionFormatName } from "../../../src/formats/rows/submission-format.ts";
import { aviBenchFiles } from "../../fixtures/avi-bench-fixture.ts";
import { jsonFile, parquetFile, textFile } from "../../fixtures/file-writing.ts";
import { mmworldFixture, mmworldJson } from "../../fixtures/mmworld-fixture.ts";
import { omniVideoBenchFixture, omniVideoBenchJson } from "../../fixtures/omnivideobench-fixture.ts";
import { inspectEval } from "../../fixtures/results/inspect-results.ts";
import { lmmsEvalResults } from "../../fixtures/results/worldsense-results.ts";
import { type ZipEntry, zipFile } from "../../fixtures/results/zip-file.ts";
import { worldSenseFixture, worldSenseJson, worldSenseTsv } from "../../fixtures/worldsense-fixture.ts";
import { open, rowsOf } from "./joined.ts";

async function readAll(file: ImportFile, format?: SubmissionFormatName): Promise<number> {
  const submission = await open([file], { format });
  let rows = 0;
  for await (const _row of submission.rows()) rows += 1;
  return rows;
}

const bytes = (name: string, ...values: number[]): ImportFile => ({ name, bytes: new Uint8Array(values) });
const good = (index: number): string => JSON.stringify({ question: `v${index}/0`, response: "A" });
const lines = (count: number): string[] => Array.from({ length: count }, (_, index) => good(index));

const entry = (name: string, plain: Buffer, size = plain.length): ZipEntry => ({
  name,
  method: 8,
  data: deflateRawSync(plain, { level: 9 }),
  size,
});
const zeros = Buffer.alloc(300 * 2 ** 20);
const workbook = entry("xl/workbook.xml", Buffer.from("<workbook/>"));

describe("a file without results is refused, and the error says what the file is", () => {
  it.each<[ImportFile, RegExp]>([
    [bytes("a.png", 0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10), /^a\.png: expected a result file, found a PNG picture\.$/],
    [bytes("a.jsonl"), /found an empty file/],
    [textFile("a.jsonl", " \n \n"), /only white space/],
    [bytes("a.jsonl", 0xff, 0x00, 0xc3, 0x28), /bytes that are not UTF-8/],
    [textFile("a.jsonl", "\n"), /only white space/],
    [textFile("a.txt", "hello"), /expected a result file: JSON, NDJSON, a table with commas or tabs, found "hello"/],
    [textFile("a.csv", "question;response\r\nv;A\r\n"), /found a table with semicolons; save it with commas\.$/],
    [textFile("a.csv", "sep=;\nquestion;response\nv;A\n"), /found a table with semicolons; save it with commas\.$/],
    [textFile("a.csv", "question|response\nv|A\n"), /found a table with '\|'; save it with commas\.$/],
    [textFile("a.jsonl", "<!DOCTYPE html><html>404</html>"), /found a web page; download the file itself\.$/],
    [
      textFile("a.jsonl", "version https://git-lfs.github.com/spec/v1\noid sha256:4d\n"),
      /`git lfs pull` fetches the file\.$/,
    ],
    [bytes("a.jsonl", 0x7b, 0, 0x22, 0), /found UTF-16 text; save it as UTF-8\.$/],
    [bytes("a.jsonl", 0, 0x7b, 0, 0x22), /found UTF-16 text; save it as UTF-8\.$/],
    [textFile("a.jsonl", `${good(0)},\n${good(1)},\n`), /line 1, column 35: expected the end of the line.*found ','/],
    [textFile("a.jsonl", good(0) + good(1)), /line 1, column 35: expected the end of the line.*found '\{"question/],
    [
      textFile("a.csv", "question,answer\nv1/0,A\n"),
      /or Omnidex's own with the fields question \(its key\) and response, found rows with the fields question, answer\.$/,
    ],
    [
      textFile("a.jsonl", '{"question":"v1/0","reponse":"A"}'),
      /found rows with the fields question, reponse \(did you mean 'response'\?\)\.$/,
    ],
    [
      textFile("a.tsv", "index\tquestion\tanswer\tpredicton\n1\tq\tA\tB\n"),
      /found rows with the fields index, question, answer, predicton \(did you mean 'prediction'\?\)\.$/,
    ],
    [textFile("a.json", "[]"), /found no rows/],
    [
      textFile("a.csv", "question,response\n"),
      /found no rows below the first line, whose columns are question, response\.$/,
    ],
    [textFile("a.csv", "v1/0,A\n"), /columns are v1\/0, A; is the row with the names of the columns missing\?$/],
    [textFile("a.tsv", "v1/0\tThe answer is B."), /is the row with the names of the columns missing\?/],
    [textFile("a.json", "[1]"), /found 1 row, which is not an object\.$/],
    [textFile("a.json", "[1, 2]"), /2 rows, none of which is an object/],
    [
      jsonFile("a.json", { question: { "0": "v0/0" }, response: { "0": "A" } }),
      /a table written column by column; pandas'/,
    ],
    [jsonFile("a.json", { index: [0], question: ["q"], prediction: ["A"] }), /a table written column by column/],
    [jsonFile("a.json", { columns: ["index", "prediction"], data: [[0, "A"]] }), /a table written column by column/],
    [
      jsonFile("a.json", { columns: ["index", "prediction"], index: [0], data: [[0, "A"]] }, 2),
      /a table written column by column; pandas' `to_json\(orient="records"\)` writes it row by row\.$/,
    ],
    [
      jsonFile("a.json", { columns: ["question", "response"], data: Array(2_000).fill(["v0/0", "x".repeat(600)]) }, 2),
      /a table written column by column/,
    ],
    [
      jsonFile("a.json", { question: { "0": "v0/0" }, response: { "0": "x".repeat(2 ** 21) } }, 2),
      /a table written column by column/,
    ],
    ...[0, 2].map((indent): [ImportFile, RegExp] => [
      jsonFile("a.json", { schema: { fields: [], pandas_version: "1.4.0" }, data: [{ question: "a" }] }, indent),
      /found a table beside its schema; pandas' `to_json\(orient="records"\)`/,
    ]),
    [
      jsonFile("a.json", { model: "m", notes: "a text" }, 2),
      /found no rows, but the members model, notes; rows are in/,
    ],
    [jsonFile("a.json", [{ x: 1, y: 2 }]), /found rows with the fields x, y\.$/],
    [omniVideoBenchJson(omniVideoBenchFixture()), /OmniVideoBench's own question file; `omnidex import` takes it/],
    [mmworldJson(mmworldFixture()), /MMWorld's own question file/],
    [worldSenseJson(worldSenseFixture()), /WorldSense's own question file/],
    [worldSenseTsv(worldSenseFixture()), /a benchmark's own question file/],
    [aviBenchFiles()[0] as ImportFile, /AVI-Bench's own question file/],
    [
      jsonFile("log.json", { version: 2, status: "error", eval: { task: "t" }, plan: {}, samples: [] }),
      /found an Inspect log without samples: it was interrupted, or written with `--no-log-samples`\.$/,
    ],
    [
      zipFile("log.eval", [entry("_journal/start.json", Buffer.from('{"version":2,"eval":{"task":"t"},"plan":{}}'))]),
      /found an Inspect log without samples/,
    ],
    [lmmsEvalResults("m"), /lmms-eval's summary; submit the/],
    [bytes("a.pkl", 0x80, 0x04, 0x95, 1), /a Python pickle, which is a program and is not run/],
    [bytes("a.pkl", 0x80, 0x02, 0x7d, 0x71), /a Python pickle, which is a program and is not run/],
    [
      textFile("a.pkl", "(lp0\n(dp1\nVquestion\np2\nVv0/0\np3\nsa."),
      /a Python pickle, which is a program and is not run/,
    ],
    [textFile("a.pkl", "(dp0\nVa,b\np1\nI1\ns."), /a Python pickle/],
    [textFile("a.pkl", "ccopy_reg\n_reconstructor\np0\n(cpandas.core.frame\nDataFrame\n"), /a Python pickle/],
    [bytes("a.pkl", 0x5d, 0x71, 0, 0x7d, 0x71, 1), /a Python pickle/],
    [bytes("a.pkl", 0x7d, 0x71, 0, 0x58), /a Python pickle/],
    [
      jsonFile("m_WorldSense_rating.json", { "<1min": { overall: "0.4" }, overall: { overall: "0.4", domain: {} } }, 4),
      /found VLMEvalKit's summary; submit the predictions beside it, `<model>_<dataset>\.xlsx`/,
    ],
    [zipFile("a.zip", [entry("notes.txt", Buffer.from("x"))]), /an archive of notes\.txt; unpack it first/],
    [bytes("a.xlsx", 0x50, 0x4b, 3, 4, 0), /expected a whole ZIP archive, found a damaged one/],
    [zipFile("a.xlsx", [workbook]), /expected a whole spreadsheet, found a damaged one/],
    [bytes("a.parquet", 0x50, 0x41, 0x52, 0x31, 1, 2, 3), /expected a whole Parquet file, found a damaged one/],
  ])("%#: $name", async (file, message) => {
    await expect(readAll(file)).rejects.toThrow(message);
  });
});

describe("a file", () => {
  it.each<[string, ImportFile, RegExp]>([
    [
      "a missing comma",
      textFile("r.json", `[\n${good(0)}\n${good(1)}\n]`),
      /^r\.json: line 3, column 1: expected ',' or the end of the list, found '\{'/,
    ],
    [
      "an array that ends early",
      textFile("r.json", `[\n${good(0)},\n${good(1).slice(0, 9)}`),
      /^r\.json: line 3, column 10: expected the rest, found the end of the file, inside what begins on line 3/,
    ],
    [
      "an error inside an element",
      textFile("r.json", `[\n${good(0)},\n{"question":\n "a" "b"}]`),
      /^r\.json: line 4, column 6: expected ',' or '\}'/,
    ],
    [
      "two documents",
      textFile("r.json", `[${good(0)}]\n[${good(1)}]`),
      /line 2, column 1: expected the end of the file/,
    ],
    [
      "two columns with the same name",
      textFile("r.csv", "question,question,response\na,b,c\n"),
      /one column of each name, found 'question' twice/,
    ],
  ])("that is broken is refused with the place and the reason: %s", async (_name, file, message) => {
    await expect(readAll(file)).rejects.toThrow(message);
  });

  it("may contain NaN, as pandas and Inspect write it, a byte order mark and blank lines", async () => {
    const row = '{"question": "a", "response": "NaN \\" Infinity", "score": NaN, "x": [-Infinity]}';
    expect(await readAll(textFile("r.jsonl", `\uFEFF${row}\r\n\r\n${row}\n`))).toBe(2);
    expect(await readAll(textFile("r.json", `\uFEFF [ ${row} , ${row} ]\n`))).toBe(2);
  });
});

describe("a broken row is reported with its place, and rows after it are read if their start is clear", () => {
  const table = (...rows: string[]): ImportFile => textFile("r.csv", ["question,response", ...rows, ""].join("\n"));
  it.each<[string, ImportFile, readonly (string | RegExp)[]]>([
    [
      "a half-written line 3",
      textFile("r.jsonl", [...lines(2), good(2).slice(0, 25)].join("\n")),
      ["v0/0", "v1/0", /^line 3, column \d+: Expected the end of this string, found /],
    ],
    [
      "a broken first line, a comma after a row and a Python dict",
      textFile("r.jsonl", [`{"question" "v0/0"}`, `${good(1)},`, good(2), "{'question': 'v3/0'}", good(4)].join("\n")),
      [
        /^line 1, column 13: Expected ':'/,
        /^line 2, column 35: Expected the end of the line.*found ','/,
        "v2/0",
        /^line 4, column 2: Expected a field name in double quotes/,
        "v4/0",
      ],
    ],
    [
      "rows with a cell too few and too many",
      table("a,b", "c", "d,e,f", "g,h"),
      [
        "a",
        /^row 2 \(line 3\): Expected 2 cells, found 1/,
        /^row 3 \(line 4\): Expected 2 cells, with double quotes around a cell that contains the separator, found 3/,
        "g",
      ],
    ],
    [
      "a quote inside a cell",
      table("a,b", 'c,he said "B"', "d,e"),
      ["a", /^line 3, cell 2: Expected a cell that begins with a double quote/, "d"],
    ],
    [
      "a quote that closes too early, after which it is unclear where rows begin",
      table("a,b", 'c,"B" because', 'd,"e"'),
      ["a", /^line 3, cell 2: .* the rows after it are not read/],
    ],
    [
      "a quote that is never closed",
      table("a,b", 'c,"d', "e,f"),
      ["a", /^line 3: Expected a closing double quote for each opening one, found the end of the file/],
    ],
  ])("%s", async (_name, file, expected) => {
    const rows = await rowsOf(await open([file]));
    const said = rows.map((row) => ("reason" in row ? `${row.place}: ${row.reason}` : row.names.key));
    expect(said).toEqual(expected.map((each) => (typeof each === "string" ? each : expect.stringMatching(each))));
  });
});

it("a file is not read to its end if its first 10,000 lines are broken", async () => {
  const source = ndjsonRecords(
    memoryFile("a.jsonl", new TextEncoder().encode("{'question': 'v1/0'}\n".repeat(20_000))),
  );
  let read = 0;
  const counted = {
    ...source,
    async *records() {
      for await (const record of source.records()) {
        read += 1;
        yield record;
      }
    },
  };
  await expect(firstRecord(memoryFile("a.jsonl", new Uint8Array()), counted)).rejects.toThrow(/line 1, column 2: /);
  expect(read).toBe(10_001);
});

describe("a decompression bomb or an endless value is refused before it fills the memory", () => {
  it.each<[string, ImportFile, RegExp]>([
    [
      "an xlsx that states its real size",
      zipFile("b.xlsx", [workbook, entry("xl/worksheets/sheet1.xml", zeros)]),
      /a spreadsheet that unpacks to at most 268435456 bytes, found 3145\d+/,
    ],
    [
      "an xlsx that states a false size",
      zipFile("b.xlsx", [workbook, entry("xl/worksheets/sheet1.xml", zeros, 1000)]),
      /damaged one \(too many bytes in the stream|unpacks to 1000 bytes/,
    ],
    [
      "an Inspect log",
      inspectEval({ head: {}, samples: [] }, [entry("samples/1_epoch_1.json", zeros)]),
      /at most 67108864 bytes in samples\/1_epoch_1\.json, found 314572800/,
    ],
    [
      "a line without end",
      textFile("b.jsonl", `{"question": "${"a".repeat(70 * 2 ** 20)}"}`),
      /line 1: expected at most 67108864 bytes/,
    ],
    [
      "a value without end",
      textFile("b.json", `[{"question": "${"a".repeat(70 * 2 ** 20)}"}]`),
      /line 1, column 2: expected a value of at most 67108864 bytes/,
    ],
  ])("%s", async (_name, file, message) => {
    await expect(readAll(file)).rejects.toThrow(message);
  });
});

describe("--format", () => {
  it("decides how rows are read; rows that do not fit are reported", async () => {
    const submission = await open([textFile("r.jsonl", `${good(0)}\n`)], { format: "lmms-eval" });
    const [row] = await rowsOf(submission);
    expect(row).toMatchObject({
      place: "line 1",
      reason: expect.stringMatching(/lmms-eval: its 'doc_id' is not a whole number/),
    });
  });

  it("is not needed for Parquet tables, because their columns show the format", async () => {
    const file = parquetFile("x.parquet", [{ index: 0, question: "What?", response: "A" }]);
    expect((await open([file])).format).toBe("vlmevalkit");
  });
});

describe("several files", () => {
  it("must have the same format and the same model", async () => {
    const a = textFile("a.jsonl", good(0));
    const b = jsonFile("b.json", [{ video_id: "v", model_answer: "a" }]);
    await expect(open([a, b])).rejects.toThrow(/b\.json: expected files of one format, omnidex, found mmworld/);
    const slot = [{ task: "AVM", id: "1", predict: "yes" }];
    const two = [jsonFile("m1/tasks/AVM.json", slot), jsonFile("m2/tasks/AVM.json", slot)];
    await expect(open(two)).rejects.toThrow(/files of one run: the model 'm1', found 'm2'/);
  });
});

describe("very deep nesting", () => {
  const deep = (count: number): string => "[".repeat(count) + "]".repeat(count);

  it.each([
    ["a response", `${good(0)}\n{"question":"v1/0","response":${deep(200_000)}}\n`],
    ["a response beside a NaN", `${good(0)}\n{"question":"v1/0","x":NaN,"response":${deep(200_000)}}\n`],
    ["the output of lmms-eval", `{"doc_id":0,"filtered_resps":"A"}\n{"doc_id":1,"filtered_resps":${deep(200_000)}}\n`],
    [
      "the prompt of lmms-eval",
      `{"doc_id":0,"filtered_resps":"A"}\n{"doc_id":1,"filtered_resps":"A","input":${deep(9_000)}}\n`,
    ],
  ])("in %s is refused with its line", async (_name, text) => {
    const [, second] = await rowsOf(await open([textFile("r.jsonl", text)]));
    expect(second).toMatchObject({
      place: expect.stringMatching(/^line 2, column \d+$/),
      reason: expect.stringMatching(/^Expected at most 100 levels of nesting/),
    });
  });

  it("in the options of a row leaves the row without options, and the row is read", async () => {
    const row = { index: 0, question: "What?", candidates: deep(200_000), prediction: "A" };
    const [read] = await rowsOf(await open([jsonFile("m_WorldSense.json", [row])]));
    expect(read).toMatchObject({ response: "A", names: { text: "What?", options: undefined } });
  });

  it("is accepted up to the limit", async () => {
    expect(await readAll(textFile("r.jsonl", `{"question":"v1/0","response":${deep(98)}}\n`))).toBe(1);
  });
});

it("NDJSON is read line by line, even if its first line has a field that holds all rows in other files", async () => {
  const first = '{"question":"v0/0","response":"A","doc":{"samples": [1, 2]}}';
  expect(await readAll(textFile("r.jsonl", [first, good(1), good(2)].join("\n")))).toBe(3);
});
