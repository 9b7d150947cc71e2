import { errorBehind, intervalText, percent, scoreText } from "../../domain/figures-text.ts";
import type { Dimension } from "../../domain/vocabulary.ts";
import { type LabelledKey, nameColumns, scoreNotes, sourceNote, type TableSource } from "./table-source.ts";
import type { NotedTable, TextCell, TextColumn } from "./text-table.ts";

/** The score of one value of a dimension, or pair of values of two, as the API returns it. */
export interface BrokenDownCell {
  readonly keys: readonly LabelledKey[];
  readonly score: {
    readonly value: number;
    readonly n: number;
    readonly clusters: number;
    readonly standardError: number;
    readonly interval: { readonly lower: number; readonly upper: number };
    readonly chance: number | null;
    readonly coarse?: boolean;
  };
  readonly taskScore: { readonly value: number | null; readonly valueStrict: number | null } | null;
}

/** Whether a breakdown has official scores of tasks, which are shown before the means over the questions. */
const hasOfficial = (cells: readonly BrokenDownCell[]): boolean => cells.some(({ taskScore }) => taskScore !== null);

const OFFICIAL_COLUMNS: readonly TextColumn[] = [
  { title: "Official, %", align: "right", csv: ["official"] },
  { title: "Strict, %", align: "right", csv: ["strict"] },
];

const OFFICIAL_NOTES = [
  "Official is the benchmark's own score of a task, over the questions that its script counts.",
  "Strict is the same score over all questions. Score is the mean over the questions, with its 95 % interval.",
];

/** The scores of a run by the values of one dimension, or pairs of values of two: shares at full precision in CSV. */
export function breakdownTable(
  by: readonly Dimension[],
  cells: readonly BrokenDownCell[],
  source: TableSource,
): NotedTable {
  const isOfficial = hasOfficial(cells);
  return {
    columns: [
      ...nameColumns(by),
      ...(isOfficial ? OFFICIAL_COLUMNS : []),
      { title: "n", align: "right" },
      { title: "Videos", align: "right" },
      { title: "Score, %", align: "right", csv: ["score"] },
      { title: "95 %", align: "right", csv: ["lower", "upper"] },
      { title: "± SE", isName: true, align: "right", csv: ["standard error"] },
      { title: "Chance, %", align: "right", csv: ["chance"] },
    ],
    rows: cells.map(({ keys, score, taskScore }): TextCell[] => [
      ...keys.map(({ label }) => label),
      ...(isOfficial ? [taskScore?.value, taskScore?.valueStrict].map(officialCell) : []),
      String(score.n),
      String(score.clusters),
      { text: scoreText(score), values: [score.value] },
      { text: intervalText(score), values: [score.interval.lower, score.interval.upper] },
      { text: percent(score.standardError, errorBehind(score)), values: [score.standardError] },
      { text: score.chance === null ? "" : percent(score.chance), values: [score.chance] },
    ]),
    notes: [...(isOfficial ? OFFICIAL_NOTES : []), ...scoreNotes(cells.map(({ score }) => score))],
    source: sourceNote(
      source,
      cells.flatMap(({ keys }) => keys),
    ),
  };
}

const officialCell = (value: number | null | undefined): TextCell => ({
  text: value == null ? "–" : percent(value),
  values: [value ?? null],
});
