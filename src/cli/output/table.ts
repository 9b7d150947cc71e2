import Table from "cli-table3";
import { plainText } from "../../domain/texts.ts";
import { type NotedTable, type TextCell, type TextColumn, textTable } from "../../formats/tables/text-table.ts";
import type { TableFormat } from "./format-option.ts";
import { colors, print, printLine, remark } from "./printing.ts";

/** A table cell: text, or text with a style or a CSV form. Control characters are replaced by spaces. */
export type Cell =
  | string
  | (Exclude<TextCell, string> & {
      /** Styles the text on a terminal. Applied after layout, so that escape codes do not count as width. */
      readonly style?: (text: string) => string;
    });

/** A column of a table. */
export type Column = TextColumn;

const NO_LINES = {
  ...{ top: "", "top-mid": "", "top-left": "", "top-right": "", bottom: "", "bottom-mid": "", "bottom-left": "" },
  ...{ "bottom-right": "", left: "", "left-mid": "", mid: "", "mid-mid": "", right: "", "right-mid": "", middle: "" },
};
const PADDING = 2;
const NARROWEST = 12;

/**
 * A table as aligned text, without rules and with two spaces between columns.
 * @param width the width of the terminal; undefined to truncate nothing, as in a pipe
 */
export function formatTable(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  { width = process.stdout.columns, heading = (text) => text, titles = true }: TableLook = {},
): string {
  const head = titles ? [columns.map(({ title }) => ({ text: title, style: heading }))] : [];
  const cells = [...head, ...rows].map((row) => row.map(renderCell));
  const natural = build(columns, cells, []);
  const text = natural.toString();
  const widths = natural.options.colWidths;
  const cut = width === undefined ? null : fittedWidths(columns, widths, width);
  return trimLines(cut === null ? text : build(columns, cells, cut).toString());
}

interface TableLook {
  readonly width?: number | undefined;
  /** The style of the titles. */
  readonly heading?: (text: string) => string;
  /** False omits the titles. */
  readonly titles?: boolean;
}

function renderCell(cell: Cell): string {
  if (typeof cell === "string") return plainText(cell);
  return cell.style === undefined ? plainText(cell.text) : cell.style(plainText(cell.text));
}

function build(columns: readonly Column[], rows: readonly (readonly string[])[], colWidths: number[]): Table.Table {
  const table = new Table({
    chars: NO_LINES,
    style: { "padding-left": 0, "padding-right": PADDING, head: [], border: [], compact: true },
    colAligns: columns.map(({ align }) => align ?? "left"),
    colWidths,
    truncate: "…",
  });
  table.push(...rows.map((row) => [...row]));
  return table;
}

/** Shrinks the flexible columns, widest first, until the table fits; null if it already fits. */
function fittedWidths(columns: readonly Column[], widths: readonly (number | null)[], limit: number): number[] | null {
  const fitted = widths.map((each) => each ?? 0);
  // The padding after the last column is trimmed.
  let excess = fitted.reduce((sum, each) => sum + each, 0) - PADDING - limit;
  if (excess <= 0) return null;
  const flexible = columns.flatMap((column, at) => (column.flexible ? [at] : []));
  for (; excess > 0; excess--) {
    const widest = flexible.reduce(
      (best, at) => ((fitted[at] ?? 0) > (fitted[best] ?? 0) ? at : best),
      flexible[0] ?? -1,
    );
    if (widest < 0 || (fitted[widest] ?? 0) <= NARROWEST) break;
    fitted[widest] = (fitted[widest] ?? 0) - 1;
  }
  return fitted;
}

const trimLines = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");

/** Prints a table in the given format; by default as aligned text. */
export async function printTable(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  format: TableFormat = "TABLE",
): Promise<void> {
  await print(renderTable(columns, rows, format));
}

/** Prints a line above or below a table: to stdout for aligned text, to stderr for any other format. */
export const printBeside = async (text: string, format: TableFormat = "TABLE"): Promise<void> =>
  format === "TABLE" ? printLine(text) : remark(text.trim());

/** Renders a table, with a line break at the end. Only aligned text has the columns of bars. */
function renderTable(columns: readonly Column[], rows: readonly (readonly Cell[])[], format: TableFormat): string {
  if (format === "TABLE") return `${formatTable(columns, rows, { heading: colors.dim })}\n`;
  return textTable({ columns, rows, notes: [], source: "" }, format);
}

/** A column of bars, which only a terminal shows: one for each row of the table, before the column with this title. */
export interface Drawing {
  readonly title: string;
  readonly before?: string;
  readonly cells: readonly Cell[];
}

/**
 * Prints a table that the page copies in the same words: with its notes below it as aligned text, with its source, too, as
 * Markdown and LaTeX, and with both beside it, on stderr, for CSV.
 */
export async function printNoted(table: NotedTable, format: TableFormat = "TABLE", drawing?: Drawing): Promise<void> {
  const { columns, rows, notes, source } = table;
  if (format !== "TABLE") {
    await print(textTable(table, format));
    if (format === "CSV") for (const note of [...notes, source]) remark(note);
    return;
  }
  const place = drawing?.before === undefined ? -1 : columns.findIndex(({ title }) => title === drawing.before);
  const at = place < 0 ? columns.length : place;
  const heads = columns.map((column) => (column.isName ? column : { ...column, title: shortTitle(column.title) }));
  const styled = rows.map((row) => row.map((cell, index) => emphasized(cell, index === 0)));
  await printTable(
    drawing === undefined ? heads : heads.toSpliced(at, 0, { title: drawing.title, drawing: true }),
    drawing === undefined ? styled : styled.map((row, index) => row.toSpliced(at, 0, drawing.cells[index] ?? "")),
    format,
  );
  if (notes.length > 0) await printLine(colors.dim(`\n${notes.join("\n")}`));
}

/** "Score, %" becomes "SCORE": a terminal has little room. */
const shortTitle = (title: string): string => title.replace(/, (%|points)$/, "").toUpperCase();

/** Bold for the first cell of a row and the best of a column, underlined for those not significantly worse. */
function emphasized(cell: TextCell, isFirst: boolean): Cell {
  const own = typeof cell === "string" ? { text: cell } : cell;
  if (own.emphasis === "tied") return { ...own, style: colors.underline };
  return isFirst || own.emphasis === "best" ? { ...own, style: colors.bold } : own;
}
