import Table from "cli-table3";
import { plainText } from "../../domain/texts.ts";
import { type TextCell, type TextColumn, textTable } from "../../formats/tables/text-table.ts";
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
export interface Column extends TextColumn {
  /** Whether the column shrinks on a narrow terminal, with its text truncated. */
  readonly flexible?: boolean;
}

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
  return textTable(columns, rows, format);
}
