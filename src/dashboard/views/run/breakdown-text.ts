import type { TextCell, TextColumn } from "../../../exporters/tables/text-table.ts";
import type { BreakdownCell } from "../../../sdk/index.ts";
import { intervalText, percent, scoreText } from "../../data/figures-text.ts";

export const breakdownColumns = (label: string): readonly TextColumn[] => [
  { title: label },
  { title: "n", align: "right" },
  { title: "Score, %", align: "right", csv: ["score"] },
  { title: "95 %", align: "right", csv: ["lower", "upper"] },
  { title: "Chance, %", align: "right", csv: ["chance"] },
];

/** The rows of a breakdown as text: shares at full precision in CSV, percentages elsewhere. */
export const breakdownRows = (cells: readonly BreakdownCell[]): readonly (readonly TextCell[])[] =>
  cells.map(({ keys, score }) => [
    keys.map(({ label }) => label).join(", "),
    String(score.n),
    { text: scoreText(score), values: [score.value] },
    { text: intervalText(score), values: [score.interval.lower, score.interval.upper] },
    { text: score.chance === null ? "" : percent(score.chance), values: [score.chance] },
  ]);
