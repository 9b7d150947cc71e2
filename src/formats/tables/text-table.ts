import { plainText } from "../../domain/texts.ts";
import { markdownTable, markdownText } from "../encoding/markdown.ts";
import { csvLine } from "../encoding/pieces.ts";

/** A cell of a table: its text, optionally with values and emphasis. */
export type TextCell =
  | string
  | {
      readonly text: string;
      /** The values that CSV has instead of the text, one for each of the column's CSV names. */
      readonly values?: readonly (string | number | null)[];
      /** The best cell of a column is bold in Markdown and LaTeX. A cell not significantly worse is underlined. */
      readonly emphasis?: "best" | "tied" | undefined;
      /** The text in LaTeX, of a column with ids of runs. Such ids mean nothing in a paper. */
      readonly inPaper?: string;
    };

/** A column of a table. */
export interface TextColumn {
  readonly title: string;
  /** Whether the title is a name from the data, such as "TV". It keeps its capitals; other titles have one capital. */
  readonly isName?: boolean;
  /**
   * The title in two parts: a heading over adjacent columns, and the column's own heading beneath it. LaTeX has a row
   * for each part. CSV and Markdown have no cells that span columns, so they use the title. Adjacent columns share a
   * heading if its key is the same. The label is not compared, because different values can have the same label.
   */
  readonly heads?: readonly [over: { readonly key: string; readonly label: string }, own: string];
  readonly align?: "left" | "right";
  /** Whether the column is a drawing of characters that only a terminal shows well. It is left out of the text. */
  readonly drawing?: boolean;
  /** Whether the column shrinks on a narrow terminal, with its text truncated. */
  readonly flexible?: boolean;
  /** Whether the column has ids of runs. LaTeX has `inPaper` of its cells instead, and no column if all are empty. */
  readonly hasIds?: boolean;
  /** The column's names in CSV, if there are several or if the name differs from the title. */
  readonly csv?: readonly string[];
}

/** The formats in which a table can be pasted elsewhere. */
export type TextTableFormat = "CSV" | "MD" | "LATEX";

/** A table, and the notes that must be read with it. */
export interface NotedTable {
  readonly columns: readonly TextColumn[];
  readonly rows: readonly (readonly TextCell[])[];
  /** Whole sentences. */
  readonly notes: readonly string[];
  /** What the numbers are about, and when they were read; empty for a table that needs no source. */
  readonly source: string;
}

/**
 * The text of a table, which ends with a line break: CSV at full precision, a Markdown table with its notes below it, or
 * a LaTeX `tabular` with booktabs rules and its notes below it. CSV has no notes.
 */
export function textTable({ columns, rows, notes, source }: NotedTable, format: TextTableFormat): string {
  const isPaper = format === "LATEX";
  const kept = columns.flatMap((column, at) => {
    const isEmpty = column.hasIds === true && isPaper && rows.every((row) => inPaper(row[at]) === "");
    return column.drawing || isEmpty ? [] : [{ column, at }];
  });
  const shown = kept.map(({ column }) => ({ ...column, title: column.isName ? column.title : headline(column.title) }));
  const cells = rows.map((row) =>
    kept.map(({ column, at }) => (column.hasIds && isPaper ? inPaper(row[at]) : (row[at] ?? ""))),
  );
  return { CSV: csvTable, MD: markdownOf, LATEX: latexTable }[format](shown, cells, [
    ...notes,
    ...tiedNotes(cells),
    ...(source === "" ? [] : [source]),
  ]);
}

/** The note on underlined cells, if there is one. */
const tiedNotes = (rows: readonly (readonly TextCell[])[]): readonly string[] =>
  rows.flat().some((cell) => typeof cell !== "string" && cell.emphasis === "tied") ? [TIED_NOTE] : [];

/** What bold and underlining mean. */
const TIED_NOTE =
  "Bold is the best of the column; underlined is not significantly worse (one test for each row, corrected for their number).";

/** "MODEL" becomes "Model". Titles that are not in capitals are unchanged. */
const headline = (title: string): string =>
  title === title.toUpperCase() ? title.slice(0, 1) + title.slice(1).toLowerCase() : title;

const inPaper = (cell: TextCell | undefined): string => (typeof cell === "object" ? (cell.inPaper ?? "") : "");

const textOf = (cell: TextCell): string => (typeof cell === "string" ? cell : cell.text);

/** CSV at full precision, with a separate field for each number of a cell. */
function csvTable(columns: readonly TextColumn[], rows: readonly (readonly TextCell[])[]): string {
  const names = columns.map(({ title, csv }) => csv ?? [title.toLowerCase()]);
  const lines = rows.map((row) =>
    row.flatMap((cell, at) => {
      const values = (typeof cell === "string" ? null : cell.values) ?? [textOf(cell)];
      return (names[at] ?? []).map((_, index) => values[index] ?? null);
    }),
  );
  return [names.flat(), ...lines].map((line) => csvLine(line)).join("");
}

/** A Markdown table. Best scores are bold, ties underlined. */
function markdownOf(
  columns: readonly TextColumn[],
  rows: readonly (readonly TextCell[])[],
  notes: readonly string[],
): string {
  const marked = (cell: TextCell): string => {
    const text = markdownText(plainText(textOf(cell)));
    const emphasis = typeof cell === "string" ? undefined : cell.emphasis;
    return emphasis === "best" ? `**${text}**` : emphasis === "tied" ? `<u>${text}</u>` : text;
  };
  const table = markdownTable(
    columns.map(({ title }) => markdownText(title)),
    rows.map((row) => row.map(marked)),
    columns.map(({ align }) => align),
  );
  return notes.length === 0 ? table : `${table}\n${markdownText(notes.join(" "))}\n`;
}

/** A LaTeX `tabular` with booktabs rules. Best scores are bold, ties underlined. */
function latexTable(
  columns: readonly TextColumn[],
  rows: readonly (readonly TextCell[])[],
  notes: readonly string[],
): string {
  const line = (texts: readonly string[]): string => `${texts.join(" & ")} \\\\\n`;
  const marked = (cell: TextCell): string => {
    const text = latexText(textOf(cell));
    const emphasis = typeof cell === "string" ? undefined : cell.emphasis;
    return emphasis === "best" ? `\\textbf{${text}}` : emphasis === "tied" ? `\\underline{${text}}` : text;
  };
  const alignment = columns.map(({ align }) => (align === "right" ? "r" : "l")).join("");
  const tabular = [
    `\\begin{tabular}{${alignment}}\n\\toprule\n`,
    latexSpans(columns),
    line(columns.map(({ title, heads }) => latexText(heads?.[1] ?? title))),
    "\\midrule\n",
    ...rows.map((row) => line(row.map(marked))),
    "\\bottomrule\n\\end{tabular}\n",
  ].join("");
  const table = notes.length === 0 ? tabular : withNotes(tabular, notes);
  return packagesOf(table) + table;
}

/** A tabular with notes below it, as wide as the text. They need no package, so that the table stands alone. */
const withNotes = (tabular: string, notes: readonly string[]): string =>
  `${tabular}\n\\smallskip\n{\\footnotesize ${notes.map(latexText).join("\n")}\\par}\n`;

/** The row of headings over adjacent columns, with a rule under each; empty if no column has such a heading. */
function latexSpans(columns: readonly TextColumn[]): string {
  type Over = NonNullable<TextColumn["heads"]>[0];
  const spans: { readonly over: Over | undefined; readonly from: number; to: number }[] = [];
  for (const [index, { heads }] of columns.entries()) {
    const [last, over] = [spans.at(-1), heads?.[0]];
    if (last !== undefined && over !== undefined && last.over?.key === over.key) last.to = index + 1;
    else spans.push({ over, from: index + 1, to: index + 1 });
  }
  if (spans.every(({ over }) => over === undefined)) return "";
  const cells = spans.map(({ over, from, to }) =>
    over === undefined ? "" : `\\multicolumn{${to - from + 1}}{c}{${latexText(over.label)}}`,
  );
  const rules = spans.filter(({ over }) => over !== undefined).map(({ from, to }) => `\\cmidrule(lr){${from}-${to}}`);
  return `${cells.join(" & ")} \\\\\n${rules.join(" ")}\n`;
}

/**
 * LaTeX comments that name the packages that the table needs. If pdfLaTeX has no fonts for some letters of the table,
 * the comments also name the programs that can typeset it.
 */
function packagesOf(table: string): string {
  const booktabs = "% \\usepackage{booktabs}\n";
  if (!PDFLATEX.test(table))
    return (
      "% Compile this with LuaLaTeX or XeLaTeX, and choose a font that has all letters of the names:\n" +
      `% \\usepackage{fontspec}\n% \\setmainfont{...}\n${booktabs}`
    );
  return /[^\n -~]|\\textquotedbl/.test(table) ? `% \\usepackage[T1]{fontenc}\n${booktabs}` : booktabs;
}

/** The characters for which pdfLaTeX has fonts in the encoding T1: letters of European languages, and some signs. */
const PDFLATEX = /^[\n -~\u00a0-\u0125\u0128-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u0165\u0168-\u017e‘’“”„‚…—€]*$/;

/** Replacements for characters with a meaning in LaTeX, and for those in these tables that its fonts may lack. */
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
