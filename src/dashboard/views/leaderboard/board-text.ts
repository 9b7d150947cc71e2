import { partialText } from "../../../domain/official-value.ts";
import { sizedName } from "../../../domain/sized-name.ts";
import { emphasisOf } from "../../../formats/tables/emphasis.ts";
import { type TextCell, type TextColumn, type TextTableFormat, textTable } from "../../../formats/tables/text-table.ts";
import { inputsText, intervalText, percent, valueText } from "../../data/figures-text.ts";
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

/** The column of AVI-Bench's official scores, which other leaderboards do not have. */
const OFFICIAL: TextColumn = { title: "Official, %", align: "right", csv: ["official"] };
const OFFICIAL_PLACE = 5;

/** A leaderboard as text: shares at full precision in CSV, percentages elsewhere. */
export function boardText(rows: readonly BoardRow[], format: TextTableFormat): string {
  if (rows.every(({ official }) => official === null)) return textTable(COLUMNS, rows.map(cellsOf), format);
  const withOfficial = rows.map((row) => cellsOf(row).toSpliced(OFFICIAL_PLACE, 0, officialCell(row)));
  return textTable(COLUMNS.toSpliced(OFFICIAL_PLACE, 0, OFFICIAL), withOfficial, format);
}

const officialCell = ({ official }: BoardRow): TextCell =>
  official === null ? "" : { text: percent(official), values: [official] };

function cellsOf(row: BoardRow): TextCell[] {
  const { rank, rankRange, name, inputs, value, score, runId, source, taskMean } = row;
  return [
    { text: taskMean?.partial === true ? `(${rank})` : String(rank), values: [rank] },
    { text: rankText(row) ?? "", values: [rankRange?.best ?? null, rankRange?.worst ?? null] },
    source === null ? name : sizedName(name, row.parameters),
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
    [source ?? runId ?? "", partialText(row)].filter((part) => part !== null).join(", "),
  ];
}
