import { describe, expect, it } from "vitest";
import { sheetFormulas } from "../../../src/formats/files/xlsx-records.ts";
import type { ZipArchive } from "../../../src/formats/files/zip-archive.ts";
import {
  formulaCell,
  numberCell,
  openpyxlCell,
  sheetFile,
  textCell,
  xlsxWriterCell,
} from "../../fixtures/results/formula-xlsx.ts";
import { stepsDuring } from "../../support/counted-steps.ts";
import { join, question } from "./joined.ts";

const NAME = "Qwen2.5-Omni-7B_WorldSense_32frame_audio.xlsx";
const HEADER = ["index", "question", "prediction"].map(textCell);

/** Responses that both writers take for formulas or errors, beside others. */
const RESPONSES = [
  "=B",
  "= C. two dogs",
  "A",
  "={1,2}",
  "#N/A",
  "=",
  '== 5 <&> "x"',
  "{=A1}",
  "=1/0\nso it is B",
  "=\\boxed{B}",
  "0",
  "&lt;",
];
const RELEASE = {
  benchmark: "worldsense",
  questions: RESPONSES.map((_, index) => question(index)),
};

const rowsOf = (cell: (response: string) => string, responses = RESPONSES): readonly (readonly string[])[] => [
  HEADER,
  ...responses.map((response, index) => [numberCell(index), textCell(`What is number ${index}?`), cell(response)]),
];

describe("texts that a Python library wrote as formulas", () => {
  it.each([
    ["openpyxl", openpyxlCell, "7 cells"],
    ["XlsxWriter", xlsxWriterCell, "8 cells"],
  ])("are read as they were, from %s", async (_, cell, cells) => {
    const { report, responses } = await join([sheetFile(NAME, rowsOf(cell))], RELEASE);
    expect([...responses.values()]).toEqual(RESPONSES);
    expect(report).toMatchObject({ problems: [], missing: 0, errors: 0 });
    expect(report.notes).toEqual([
      `${cells} of the spreadsheet had a formula or an error instead of a text that looks like one; the text was read (${NAME}: row 2, column prediction, is the first).`,
    ]);
  });

  it("in the question and its options identify the question", async () => {
    const texts = ["=A1+1 is shown. What is it?", "= C"];
    const release = { ...RELEASE, questions: texts.map((text, index) => question(index, { text })) };
    const rows = texts.map((text, index) => [numberCell(index), xlsxWriterCell(text), textCell("B")]);
    const { responses } = await join([sheetFile(NAME, [HEADER, ...rows])], release);
    expect([...responses]).toEqual([
      ["v0/0", "B"],
      ["v1/0", "B"],
    ]);
  });

  it("leave a number among the responses unchanged", async () => {
    const rows = rowsOf((text) => (text === "5" ? numberCell(0) : openpyxlCell(text)), ["5", "=B"]);
    const { responses, report } = await join([sheetFile(NAME, rows)], RELEASE);
    expect([...responses.values()]).toEqual(["0", "=B"]);
    expect(report.notes).toEqual([expect.stringMatching(/^1 cell of .* \(.*: row 3, column prediction\)\.$/)]);
  });
});

describe("a sheet that a spreadsheet program calculated", () => {
  const calculated = [
    HEADER,
    [formulaCell("ROW()-2", 0), textCell("What is number 0?"), formulaCell("LEFT(D2,1)", "B", ' t="str"')],
    [formulaCell("A2+1", 1), textCell("What is number 1?"), formulaCell("B", "#NAME?", ' t="e"')],
  ];

  it("keeps its values, including 0, and says so; a cell with an error gives its formula as text", async () => {
    const { responses, report } = await join([sheetFile(NAME, calculated)], RELEASE);
    expect([...responses.values()]).toEqual(["B", "=B"]);
    expect(report.problems).toEqual([]);
    expect(report.notes).toEqual([
      `1 cell of the spreadsheet had a formula or an error instead of a text that looks like one; the text was read (${NAME}: row 3, column prediction).`,
      `3 cells of the spreadsheet had a formula with a calculated value, which was read (${NAME}: row 2, column index, is the first).`,
    ]);
  });

  it("is ignored if it is not the first sheet", async () => {
    const { responses, report } = await join([sheetFile(NAME, rowsOf(xlsxWriterCell), calculated)], RELEASE);
    expect([...responses.values()]).toEqual(RESPONSES);
    expect(report.notes).toHaveLength(1);
  });
});

it("a spreadsheet without formulas has no note about formulas", async () => {
  const { report } = await join([sheetFile(NAME, rowsOf(textCell))], RELEASE);
  expect(report.notes).toEqual([]);
});

describe("a damaged sheet", () => {
  /** A workbook with this sheet. */
  const archive = (xml: string): ZipArchive => {
    const files = new Map([
      ["xl/workbook.xml", '<sheet name="x" r:id="r1"/>'],
      ["xl/_rels/workbook.xml.rels", '<Relationship Id="r1" Target="worksheets/sheet1.xml"/>'],
      ["xl/worksheets/sheet1.xml", xml],
    ]);
    return {
      entries: files,
      read: async (name: string) => Buffer.from(files.get(name) ?? ""),
    } as unknown as ZipArchive;
  };

  it("may have references to characters that do not exist", async () => {
    const found = await sheetFormulas(archive('<c r="A1"><f>&#65;&#x110000;&#99999999999;</f></c>'), 1_000);
    expect(found).toEqual([{ row: 0, column: 0, text: "=A&#x110000;&#99999999999;" }]);
  });

  it("with tags that never end is read once, not once for each tag", async () => {
    const stepsFor = (tags: number) =>
      stepsDuring(async () => expect(await sheetFormulas(archive(`<f${"<c ".repeat(tags)}`), 1e6)).toEqual([]));
    // With work that grows with the square of the length, the longer one takes 16 times as much.
    expect(await stepsFor(8_000)).toBeLessThan(6 * (await stepsFor(2_000)));
  });
});
