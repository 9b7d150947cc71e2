import type { CellFormula } from "./submission-record.ts";
import type { ZipArchive } from "./zip-archive.ts";

/** A formula in a sheet: its row and column from 0, and the text to read in place of its value, or null. */
export interface SheetFormula {
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
export function formulasByRow(
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
