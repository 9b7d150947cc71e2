import { inputsText } from "../../data/figures-text.ts";
import type { BoardRow } from "./board-row.ts";
import { BEST_FIRST, type ColumnSort, isApiOrder } from "./column-sort.ts";

const TEXTS: Readonly<Record<string, (row: BoardRow) => string>> = {
  model: ({ name }) => name,
  inputs: ({ inputs }) => inputsText(inputs),
};

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** The columns that rows can be sorted by; `all` is the score. */
const COLUMNS: ReadonlySet<string> = new Set(["rank", "model", "inputs", "all", "n"]);

/** The order of a leaderboard; best first if it has no such column. */
export const boardSort = (sort: ColumnSort): ColumnSort => (COLUMNS.has(sort.column) ? sort : BEST_FIRST);

/**
 * Sorts rows that come best first. When sorted by the number of questions, papers' figures are last in both directions,
 * because their rows have no such number.
 */
export function boardRows(rows: readonly BoardRow[], { column, direction }: ColumnSort): readonly BoardRow[] {
  const turn = direction === "asc" ? 1 : -1;
  const text = TEXTS[column];
  if (text !== undefined) return [...rows].sort((a, b) => turn * collator.compare(text(a), text(b)));
  if (column === "n") return [...rows].sort(byNumber(turn));
  return isApiOrder({ column, direction }) ? rows : [...rows].reverse();
}

const byNumber =
  (turn: number) =>
  ({ score: a }: BoardRow, { score: b }: BoardRow): number => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return turn * (a.n - b.n);
  };
