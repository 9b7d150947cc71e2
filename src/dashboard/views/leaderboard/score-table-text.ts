import { emphasisOf, type TextCell, type TextTableFormat, textTable } from "../../../exporters/tables/text-table.ts";
import type { ScoreTableCell, ScoreTablePage, ScoreTableRow } from "../../../sdk/index.ts";
import { inputsText, valueText } from "../../data/figures-text.ts";
import { scoreBehind, sourceOf } from "./score-table-source.ts";

/** A table of runs by slices as text: shares at full precision in CSV, percentages elsewhere. */
export function scoreTableText(
  { columns }: Pick<ScoreTablePage, "columns">,
  rows: readonly ScoreTableRow[],
  format: TextTableFormat,
): string {
  const heads = ["All", ...columns.map(({ keys }) => keys.map(({ label }) => label).join(", "))];
  return textTable(
    [
      { title: "Model" },
      { title: "Inputs" },
      ...heads.map((title) => ({ title, align: "right" as const, csv: [title] })),
      { title: "From" },
    ],
    rows.map((row) => [
      row.model.name,
      inputsText(row.inputs),
      ...[row.overall, ...row.cells].map(cellOf),
      row.__typename === "ScoreTableRun" ? row.run.id : sourceOf(row),
    ]),
    format,
  );
}

function cellOf(cell: ScoreTableCell | null): TextCell {
  if (cell === null) return "";
  const { value } = cell;
  const score = scoreBehind(cell);
  return { text: valueText(value, score), values: [value], emphasis: emphasisOf(cell) };
}
