import { csvLine } from "../../exporters/encoding/csv.ts";
import { colors } from "./colors.ts";
import type { TableFormat } from "./format-option.ts";
import { plainText } from "./plain-text.ts";
import { print, printLine, remark } from "./printing.ts";
import { type Cell, type Column, formatTable } from "./table.ts";

/** Prints a table in the format; as a table for people by default. */
export async function printTable(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  format: TableFormat = "TABLE",
): Promise<void> {
  await print(renderTable(columns, rows, format));
}

/** Prints a line above or below a table: to stdout for people, to stderr beside a table in another format. */
export const printBeside = async (text: string, format: TableFormat = "TABLE"): Promise<void> =>
  format === "TABLE" ? printLine(text) : remark(text.trim());

/** The text of a table, which ends with a line break. Columns of bars are only in the table for people. */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  format: TableFormat,
): string {
  if (format === "TABLE") return `${formatTable(columns, rows, { heading: colors.dim })}\n`;
  const kept = columns.flatMap((column, at) => (column.drawing ? [] : [at]));
  const shown = kept.map((at) => columns[at] as Column).map((column) => ({ ...column, title: headline(column.title) }));
  const cells = rows.map((row) => kept.map((at) => row[at] ?? ""));
  return { CSV: csvTable, MD: markdownTable, LATEX: latexTable }[format](shown, cells);
}

/** "MODEL" becomes "Model"; titles that are not in capitals stay. */
const headline = (title: string): string =>
  title === title.toUpperCase() ? title.slice(0, 1) + title.slice(1).toLowerCase() : title;

const textOf = (cell: Cell): string => (typeof cell === "string" ? cell : cell.text);

/** Full precision, and a field for each number of a cell. */
function csvTable(columns: readonly Column[], rows: readonly (readonly Cell[])[]): string {
  const names = columns.map(({ title, csv }) => csv ?? [title.toLowerCase()]);
  const lines = rows.map((row) =>
    row.flatMap((cell, at) => {
      const values = (typeof cell === "string" ? null : cell.values) ?? [textOf(cell)];
      return (names[at] ?? []).map((_, index) => values[index] ?? null);
    }),
  );
  return [names.flat(), ...lines].map((line) => csvLine(line)).join("");
}

/** @see https://github.github.com/gfm/#tables-extension- */
function markdownTable(columns: readonly Column[], rows: readonly (readonly Cell[])[]): string {
  const escaped = (text: string): string => plainText(text).replace(/[\\`*_|<>[\]]/g, "\\$&");
  const line = (texts: readonly string[]): string => `| ${texts.join(" | ")} |\n`;
  const marked = (cell: Cell): string => {
    const text = escaped(textOf(cell));
    const emphasis = typeof cell === "string" ? undefined : cell.emphasis;
    return emphasis === "best" ? `**${text}**` : emphasis === "tied" ? `<u>${text}</u>` : text;
  };
  return [
    line(columns.map(({ title }) => escaped(title))),
    line(columns.map(({ align }) => (align === "right" ? "---:" : "---"))),
    ...rows.map((row) => line(row.map(marked))),
  ].join("");
}

/** A `tabular` with the rules of booktabs: best scores bold, ties underlined. */
function latexTable(columns: readonly Column[], rows: readonly (readonly Cell[])[]): string {
  const line = (texts: readonly string[]): string => `${texts.join(" & ")} \\\\\n`;
  const marked = (cell: Cell): string => {
    const text = latexText(textOf(cell));
    const emphasis = typeof cell === "string" ? undefined : cell.emphasis;
    return emphasis === "best" ? `\\textbf{${text}}` : emphasis === "tied" ? `\\underline{${text}}` : text;
  };
  const alignment = columns.map(({ align }) => (align === "right" ? "r" : "l")).join("");
  return [
    `% \\usepackage{booktabs}\n\\begin{tabular}{${alignment}}\n\\toprule\n`,
    line(columns.map(({ title }) => latexText(title))),
    "\\midrule\n",
    ...rows.map((row) => line(row.map(marked))),
    "\\bottomrule\n\\end{tabular}\n",
  ].join("");
}

/** What means something else in LaTeX, and the characters of our own tables that its fonts may lack. */
const LATEX: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "|": "\\textbar{}",
  '"': "\\textquotedbl{}",
  "−": "$-$",
  "–": "--",
  "±": "$\\pm$",
};

const latexText = (text: string): string =>
  plainText(text).replace(/[&%$#_{}]|[\\~^<>|"−–±]/g, (character) => LATEX[character] ?? `\\${character}`);
