import { inputsText } from "../../data/figures-text.ts";
import type { BoardRow } from "./board-row.ts";
import type { ColumnSort } from "./column-sort.ts";

/** The columns of a leaderboard that rows can be sorted by; `all` is the score, which its rows come sorted by. */
export type BoardColumn = "model" | "inputs" | "all" | "n";

const TEXTS: Readonly<Record<string, (row: BoardRow) => string>> = {
  model: ({ name }) => name,
  inputs: ({ inputs }) => inputsText(inputs),
};

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** The rows by a column. A paper's figure without a number of questions is last, whatever the direction. */
export function boardRows(rows: readonly BoardRow[], { column, direction }: ColumnSort): readonly BoardRow[] {
  const turn = direction === "asc" ? 1 : -1;
  const text = TEXTS[column];
  if (text !== undefined) return [...rows].sort((a, b) => turn * collator.compare(text(a), text(b)));
  if (column === "n") return [...rows].sort(byNumber(turn));
  return direction === "asc" ? [...rows].reverse() : rows;
}

const byNumber =
  (turn: number) =>
  ({ score: a }: BoardRow, { score: b }: BoardRow): number => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return turn * (a.n - b.n);
  };
