import { sizedName } from "../../../domain/sized-name.ts";
import { emphasisOf } from "../../../formats/tables/emphasis.ts";
import { type TextCell, type TextTableFormat, textTable } from "../../../formats/tables/text-table.ts";
import type { ScoreTableCell, ScoreTablePage, ScoreTableRow } from "../../../sdk/index.ts";
import { inputsText, valueText } from "../../data/figures-text.ts";
import { officialNote, scoreBehind, scoreHeads, sourceOf } from "./score-table-source.ts";

/** A table of runs by slices as text: shares at full precision in CSV, percentages elsewhere. */
export function scoreTableText(
  page: Pick<ScoreTablePage, "columns" | "measure">,
  rows: readonly ScoreTableRow[],
  format: TextTableFormat,
): string {
  return textTable(
    [
      { title: "Model" },
      { title: "Inputs" },
      ...scoreHeads(page).map((title) => ({ title, align: "right" as const, csv: [title] })),
      { title: "From" },
    ],
    rows.map((row) => [
      row.__typename === "ScoreTableRun" ? row.model.name : sizedName(row.model.name, row.model.parameters),
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
  const note = officialNote(cell);
  const text = valueText(value, score);
  return { text: note === null ? text : `${text} (${note})`, values: [value], emphasis: emphasisOf(cell) };
}
