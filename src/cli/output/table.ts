import Table from "cli-table3";
import { plainText } from "./plain-text.ts";

/** A cell of a table: text, which is cleaned, or text with a style that is put on when its place is known. */
export type Cell = string | { readonly text: string; readonly style: (text: string) => string };

/** A column of a table. */
export interface Column {
  readonly title: string;
  readonly align?: "left" | "right";
  /** The column gives way where the terminal is too narrow; its text is cut. */
  readonly flexible?: boolean;
}

const NO_LINES = {
  ...{ top: "", "top-mid": "", "top-left": "", "top-right": "", bottom: "", "bottom-mid": "", "bottom-left": "" },
  ...{ "bottom-right": "", left: "", "left-mid": "", mid: "", "mid-mid": "", right: "", "right-mid": "", middle: "" },
};
const PADDING = 2;
const NARROWEST = 12;

/**
 * A table for people: no lines, two blanks between columns, as wide as it needs to be, or cut to `width`.
 * @param width of the terminal; undefined where nothing is to be cut, as in a pipe
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

export interface TableLook {
  readonly width?: number | undefined;
  /** The style of the titles. */
  readonly heading?: (text: string) => string;
  /** False leaves them out. */
  readonly titles?: boolean;
}

function renderCell(cell: Cell): string {
  if (typeof cell === "string") return plainText(cell);
  return cell.style(plainText(cell.text));
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

/** Takes what is too much from the flexible columns, the widest first; null where all fits. */
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
