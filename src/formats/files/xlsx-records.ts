import { readSheet } from "read-excel-file/node";
import { ImportError } from "../../domain/import-error.ts";
import { onlyColumns } from "./column-names.ts";
import {
  baseNameOf,
  type CellFormula,
  type RecordSource,
  type SubmissionFile,
  type SubmissionRecord,
  wholeFile,
} from "./submission-file.ts";
import { checkHeader, toObject } from "./table-records.ts";
import { ZipArchive } from "./zip-archive.ts";

/** A formula in a sheet: its row and column from 0, and the text to read in place of its value, or null. */
interface SheetFormula {
  readonly row: number;
  readonly column: number;
  readonly text: string | null;
}

/** A cell as it is written in a sheet's XML; undefined for elements that it does not have. */
interface WrittenCell {
  readonly address: string;
  readonly isError: boolean;
  isArray: boolean;
  formula: string | undefined;
  value: string;
}

/**
 * The texts of cells that a spreadsheet library wrote as formulas. Python's writers take every text that begins with
 * `=` for a formula, so a response `=B` is a formula `B` without a value (openpyxl) or with the value 0 (XlsxWriter).
 * Cells with an error value, which openpyxl makes of the text `#N/A`, are included. If any formula has a value other
 * than 0, a spreadsheet program has calculated the sheet. Then `text` is null for each formula with a value, including
 * 0, so that the value is read.
 * @param unpacked the size limit of the archive's entries
 */
export async function sheetFormulas(archive: ZipArchive, unpacked: number): Promise<readonly SheetFormula[]> {
  const path = await firstSheet(archive, unpacked);
  if (path === null) return [];
  const xml = Buffer.from(await archive.read(path, unpacked));
  if (!xml.includes("<f") && !xml.includes('t="e"')) return [];
  const cells = [...formulaCells(xml.toString())];
  const isCalculated = cells.some((cell) => !cell.isError && !["", "0"].includes(cell.value));
  return cells.flatMap((cell) => {
    const [, letters = "", digits = ""] = /^([A-Z]{1,3})(\d+)$/.exec(cell.address) ?? [];
    if (letters === "") return [];
    const isValue = !cell.isError && cell.value !== "" && isCalculated;
    return [{ row: Number(digits) - 1, column: columnOf(letters), text: isValue ? null : textOf(cell) }];
  });
}

/** The path of the first sheet in the archive, which the workbook's relations give. */
async function firstSheet(archive: ZipArchive, unpacked: number): Promise<string | null> {
  const relations = "xl/_rels/workbook.xml.rels";
  if (!archive.entries.has(relations)) return null;
  const textAt = async (name: string): Promise<string> => Buffer.from(await archive.read(name, unpacked)).toString();
  const id = attribute(/<(?:\w+:)?sheet\s[^>]*>/.exec(await textAt("xl/workbook.xml"))?.[0], "\\w+:id");
  const tags = (await textAt(relations)).match(/<(?:\w+:)?Relationship\s[^>]*>/g) ?? [];
  const target = attribute(
    tags.find((tag) => attribute(tag, "Id") === id),
    "Target",
  );
  const path = target?.startsWith("/") ? target.slice(1) : `xl/${target}`;
  return id !== undefined && archive.entries.has(path) ? path : null;
}

const attribute = (tag = "", name = ""): string | undefined => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];

/** The tags of cells, formulas and values, each with the text after it. No attribute has `<`, so the search is linear. */
const TAGS = /<(\/?)(?:\w+:)?([cfv])(\s[^<>]*?)?\/?>([^<]*)/g;

/** The cells that have a formula or an error value. */
function* formulaCells(xml: string): Generator<WrittenCell> {
  const isWanted = (cell: WrittenCell | null): cell is WrittenCell =>
    cell !== null && (cell.formula !== undefined || cell.isError);
  let cell: WrittenCell | null = null;
  for (const [, slash, name, attributes = "", text = ""] of xml.matchAll(TAGS)) {
    if (name === "c") {
      if (isWanted(cell)) yield cell;
      const isError = attribute(attributes, "t") === "e";
      const address = attribute(attributes, "r") ?? "";
      cell = slash === "/" ? null : { address, isError, isArray: false, formula: undefined, value: "" };
    } else if (cell !== null && slash !== "/") {
      if (name === "v") cell.value = unescaped(text);
      else Object.assign(cell, { formula: unescaped(text), isArray: attribute(attributes, "t") === "array" });
    }
  }
  if (isWanted(cell)) yield cell;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

const LAST_CODE_POINT = 0x10ffff;

const unescaped = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = Number.parseInt(decimal ?? hexadecimal, decimal === undefined ? 16 : 10);
    return code > LAST_CODE_POINT ? whole : String.fromCodePoint(code);
  });

/** The text that was written. XlsxWriter drops a `}` at the end, and makes an array formula of `{=…}`. */
function textOf({ formula, value, isArray, isError }: WrittenCell): string | null {
  if (formula === undefined || (isError && formula === "")) return value === "" ? null : value;
  if (isArray) return `{=${formula}}`;
  const lacksBrace = value === "0" && count(formula, "{") === count(formula, "}") + 1;
  return lacksBrace ? `=${formula}}` : `=${formula}`;
}

const count = (text: string, part: string): number => text.split(part).length - 1;

/** The index of a column: A is 0, Z is 25, AA is 26. */
const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** The formulas of each row, by the names of their columns. */
function formulasByRow(
  formulas: readonly SheetFormula[],
  columns: readonly string[],
): ReadonlyMap<number, readonly CellFormula[]> {
  const rows = new Map<number, CellFormula[]>();
  for (const { row, column, text } of formulas) {
    const name = columns[column];
    if (name === undefined) continue;
    const ofRow = rows.get(row) ?? [];
    ofRow.push({ column: name, isText: text !== null });
    rows.set(row, ofRow);
  }
  return rows;
}

/** The largest unpacked size. 5,864 rows with captions, questions and long answers take about 60 MB. */
const UNPACKED_LIMIT = 256 * 2 ** 20;

type Cell = string | number | boolean | Date | null;

/**
 * The rows of a spreadsheet's first sheet, each as an object by its header. Because the whole spreadsheet is read into
 * memory, its unpacked size is first looked up in the archive's directory and then measured.
 * @throws {ImportError} for a spreadsheet that is damaged or unpacks to too much
 */
export const xlsxRecords = (file: SubmissionFile): RecordSource => ({
  head: {},
  isTable: true,
  records: () => readRows(file),
});

async function* readRows(file: SubmissionFile): AsyncGenerator<SubmissionRecord> {
  const name = baseNameOf(file);
  const archive = await ZipArchive.open(file);
  await checkUnpackedSize(file, archive);
  const found = await sheetFormulas(archive, UNPACKED_LIMIT);
  const [header, ...rows] = withTexts(await readCells(file), found);
  if (header === undefined) throw new ImportError(name, "a header row", "an empty sheet");
  const columns = checkHeader(name, header.map(String));
  if (rows.length === 0) throw onlyColumns(name, columns);
  const formulas = formulasByRow(found, columns);
  for (const [index, cells] of rows.entries()) {
    const ofRow = formulas.get(index + 1);
    const record = { value: toObject(columns, cells), place: `row ${index + 2}`, index };
    yield ofRow === undefined ? record : { ...record, formulas: ofRow };
  }
}

/** Reads the cells of the first sheet. Errors number rows as spreadsheet programs do: the header is row 1. */
async function readCells(file: SubmissionFile): Promise<readonly (readonly Cell[])[]> {
  try {
    return (await readSheet(Buffer.from(await wholeFile(file)), { trim: false })) as Cell[][];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ImportError(baseNameOf(file), "a whole spreadsheet", `a damaged one (${reason.slice(0, 120)})`);
  }
}

/** The cells, with the texts that were written as formulas. Rows from the library lack empty cells at their end. */
function withTexts(
  cells: readonly (readonly Cell[])[],
  formulas: readonly SheetFormula[],
): readonly (readonly Cell[])[] {
  if (formulas.length === 0) return cells;
  const rows = cells.map((row) => [...row]);
  for (const { row, column, text } of formulas) {
    const at = rows[row];
    if (text === null || at === undefined) continue;
    while (at.length < column) at.push(null);
    at[column] = text;
  }
  return rows;
}

async function checkUnpackedSize(file: SubmissionFile, archive: ZipArchive): Promise<void> {
  let left = UNPACKED_LIMIT;
  const declared = [...archive.entries.values()].reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  if (declared > left || file.size > left) {
    const expected = `a spreadsheet that unpacks to at most ${UNPACKED_LIMIT} bytes`;
    throw new ImportError(baseNameOf(file), expected, `${Math.max(declared, file.size)}`);
  }
  for (const name of archive.entries.keys()) if (!name.endsWith("/")) left -= await archive.measure(name, left);
}
