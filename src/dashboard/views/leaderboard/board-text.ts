import {
  emphasisOf,
  type TextCell,
  type TextColumn,
  type TextTableFormat,
  textTable,
} from "../../../exporters/tables/text-table.ts";
import { inputsText, intervalText, valueText } from "../../data/figures-text.ts";
import { type BoardRow, rankText } from "./board-row.ts";

const COLUMNS: readonly TextColumn[] = [
  { title: "Rank", align: "right" },
  { title: "Range", align: "right", csv: ["best rank", "worst rank"] },
  { title: "Model" },
  { title: "Inputs" },
  { title: "Score, %", align: "right", csv: ["score"] },
  { title: "95 %", align: "right", csv: ["lower", "upper"] },
  { title: "n", align: "right" },
  { title: "Source" },
];

/** A leaderboard as text: shares at full precision in CSV, percentages elsewhere. */
export const boardText = (rows: readonly BoardRow[], format: TextTableFormat): string =>
  textTable(COLUMNS, rows.map(cellsOf), format);

function cellsOf(row: BoardRow): TextCell[] {
  const { rank, rankRange, name, inputs, value, score, runId, source } = row;
  return [
    String(rank),
    { text: rankText(row) ?? "", values: [rankRange?.best ?? null, rankRange?.worst ?? null] },
    name,
    inputsText(inputs),
    {
      text: valueText(value, score),
      values: [value],
      emphasis: emphasisOf(row),
    },
    {
      text: score === null ? "" : intervalText(score),
      values: [score?.interval.lower ?? null, score?.interval.upper ?? null],
    },
    score === null ? "" : String(score.n),
    source ?? runId ?? "",
  ];
}
