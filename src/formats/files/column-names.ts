import { ImportError } from "../../domain/import-error.ts";

/** A label, an answer of yes or no, a number, or a key with a number and a slash. */
const CELL = /^[A-Z]$|^(?:yes|no|true|false)$|^[-\d.]+$|^(?=.*\d).*\//i;
/** The most words in the name of a column; a sentence has more, or ends in a full stop. */
const MOST_WORDS = 4;
/** A column name has no digits, unlike the ids of questions and videos. */
const COLUMN_NAME = /^\p{L}{2}\D*$/u;

const looksLikeCell = (name: string): boolean => {
  const words = name.split(/\s+/);
  return CELL.test(name) || words.length > MOST_WORDS || (words.length > 1 && name.endsWith("."));
};

/**
 * Whether the names of the columns are probably the cells of a row: most look like cells, or none like a name. Columns
 * A, B and C are options, and a column without a name is the index of pandas.
 */
export function looksLikeRow(columns: readonly string[]): boolean {
  const names = columns.map((name) => name.trim());
  const isOptions = ["A", "B", "C"].every((label) => names.includes(label));
  const cells = names.filter((name) => looksLikeCell(name) && !(isOptions && /^[A-Z]$/.test(name)));
  return cells.length > names.length / 2 || !names.some((name) => COLUMN_NAME.test(name) && !looksLikeCell(name));
}

/** The error of a table with a single line. This line is read as column names, but may be a row without a header. */
export function onlyColumns(file: string, columns: readonly string[]): ImportError {
  const hint = looksLikeRow(columns) ? "; is the row with the names of the columns missing?" : "";
  const names = columns.slice(0, 12).join(", ").slice(0, 200);
  const found = `no rows below the first line, whose columns are ${names}${hint}`;
  return new ImportError(file, "a result file with a row for each question", found);
}
