import type { TextCell, TextColumn } from "../../../formats/tables/text-table.ts";
import type { BreakdownCell } from "../../../sdk/index.ts";
import { intervalText, percent, scoreText } from "../../data/figures-text.ts";

/** Whether a breakdown has official scores of tasks, which are shown before the means over the questions. */
export const hasOfficial = (cells: readonly BreakdownCell[]): boolean =>
  cells.some(({ taskScore }) => taskScore !== null);

/** A task's official score as a percentage, or a dash for null. */
export const officialText = (value: number | null | undefined): string => (value == null ? "–" : percent(value));

const OFFICIAL_COLUMNS: readonly TextColumn[] = [
  { title: "Official, %", align: "right", csv: ["official"] },
  { title: "Strict, %", align: "right", csv: ["strict"] },
];

export const breakdownColumns = (label: string, cells: readonly BreakdownCell[]): readonly TextColumn[] => [
  { title: label },
  ...(hasOfficial(cells) ? OFFICIAL_COLUMNS : []),
  { title: "n", align: "right" },
  { title: "Score, %", align: "right", csv: ["score"] },
  { title: "95 %", align: "right", csv: ["lower", "upper"] },
  { title: "Chance, %", align: "right", csv: ["chance"] },
];

/** The rows of a breakdown as text: shares at full precision in CSV, percentages elsewhere. */
export const breakdownRows = (cells: readonly BreakdownCell[]): readonly (readonly TextCell[])[] =>
  cells.map(({ keys, score, taskScore }) => [
    keys.map(({ label }) => label).join(", "),
    ...(hasOfficial(cells)
      ? [taskScore?.value, taskScore?.valueStrict].map((value) => ({
          text: officialText(value),
          values: [value ?? null],
        }))
      : []),
    String(score.n),
    { text: scoreText(score), values: [score.value] },
    { text: intervalText(score), values: [score.interval.lower, score.interval.upper] },
    { text: score.chance === null ? "" : percent(score.chance), values: [score.chance] },
  ]);
