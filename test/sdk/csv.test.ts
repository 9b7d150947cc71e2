import { describe, expect, test } from "vitest";
import { fromCsv, OmnidexInputError, toCsv } from "../../src/sdk/index.ts";
import { sampleRun } from "./support/sample-run.ts";

describe("toCsv", () => {
  test("writes objects with a header, inner objects as columns, lists as JSON and null as nothing", () => {
    const rows = [
      { id: "a", score: null, inputs: ["VIDEO", "AUDIO"], note: 'says "hi", twice', at: new Date(0), ok: false },
      { id: "b", score: { value: 0.5, n: 2 }, note: "two\nlines" },
    ];
    expect(toCsv(rows)).toBe(
      [
        "id,inputs,note,at,ok,score.value,score.n",
        'a,"[""VIDEO"",""AUDIO""]","says ""hi"", twice",1970-01-01T00:00:00.000Z,false,,',
        'b,,"two\nlines",,,0.5,2',
        "",
      ].join("\r\n"),
    );
  });

  test("writes a run, whose columns can be read again", () => {
    const [row] = fromCsv(toCsv([sampleRun({ notes: "a,b", seed: 3 })]));
    expect(row).toMatchObject({ id: "run-1", "model.name": "my-model", notes: "a,b", seed: "3", score: "" });
  });

  test("keeps the column of a field that is null everywhere", () => {
    expect(toCsv([{ a: null }])).toBe("a\r\n\r\n");
  });
});

describe("fromCsv", () => {
  test.each([
    ["lines that end with LF", "id,output\nq1,B\nq2,C\n"],
    ["lines that end with CRLF, and no end of the last one", "id,output\r\nq1,B\r\nq2,C"],
    ["a byte order mark and blank lines", "\uFEFFid,output\n\nq1,B\n\n\nq2,C\n\n"],
    ["quotes around any field", '"id","output"\n"q1",B\nq2,"C"'],
  ])("reads %s", (_what, text) => {
    expect(fromCsv(text)).toEqual([
      { id: "q1", output: "B" },
      { id: "q2", output: "C" },
    ]);
  });

  test("reads commas, quotes and line breaks in a quoted field, and empty fields", () => {
    expect(fromCsv('id,output,note\nq1,"It is ""B"",\r\nsurely",\nq2,,"5"" long"\n')).toEqual([
      { id: "q1", output: 'It is "B",\r\nsurely', note: "" },
      { id: "q2", output: "", note: '5" long' },
    ]);
    expect(fromCsv('id\n""\n')).toEqual([{ id: "" }]);
    expect(fromCsv("")).toEqual([]);
  });

  test.each([
    ["id,output\nq1\n", "Row 1 has 1 fields; the header has 2.", 0],
    ["id,output\nq1,B\nq2,C,D\n", "Row 2 has 3 fields; the header has 2.", 1],
    ['id,output\nq1,B\nq2,"C\n', "A quote in line 3 is not closed or not doubled.", undefined],
    ['id,output\nq1,"B" or C\n', "A quote in line 2 is not closed or not doubled.", undefined],
  ])("refuses %j", (text, message, row) => {
    expect(() => fromCsv(text)).toThrow(new OmnidexInputError(message, row));
  });
});
