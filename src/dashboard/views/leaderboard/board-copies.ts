import { partialText } from "../../../domain/official-value.ts";
import { sizedName } from "../../../domain/texts.ts";
import { emphasisOf } from "../../../formats/tables/run-counts.ts";
import { type TextCell, type TextColumn, type TextTableFormat, textTable } from "../../../formats/tables/text-table.ts";
import { count, inputsText, intervalText, percent, valueText } from "../../data/figures-text.ts";
import { shareScale } from "../../figures/scale.ts";
import { COLOURS, cut, escaped, MOST_ROWS } from "../../figures/svg-file.ts";
import { axisValues, type BoardRow, chanceOf, rankText } from "./board-row.ts";

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

const ROW = 26;
const [NAMES, PLOT, MARGIN] = [240, 420, 24];
const WIDTH = NAMES + PLOT + 3 * MARGIN;
const TOP = 56;

/**
 * A leaderboard as a self-contained SVG file: each row's interval on one axis, with the chance line. A leaderboard that is
 * too long for a figure is cut, and its title says so.
 */
export function boardFigure(all: readonly BoardRow[], name: string): string {
  const rows = all.slice(0, MOST_ROWS);
  const title =
    rows.length < all.length ? `${name}, the first ${count(rows.length)} of ${count(all.length)} rows` : name;
  const scale = shareScale(axisValues(rows));
  const chance = chanceOf(rows);
  const height = TOP + rows.length * ROW + MARGIN;
  const x = (share: number): string => (NAMES + 2 * MARGIN + (scale.at(share) * PLOT) / 100).toFixed(1);
  const grid = scale.ticks.map(
    (tick) =>
      `<line x1="${x(tick)}" x2="${x(tick)}" y1="${TOP}" y2="${height - MARGIN}" stroke="${COLOURS.line}"/>` +
      `<text x="${x(tick)}" y="${TOP - 8}" text-anchor="middle" fill="${COLOURS.faint}">${percent(tick).replace(/\.0$/, "")}</text>`,
  );
  const chanceLine =
    chance === null
      ? ""
      : `<line x1="${x(chance)}" x2="${x(chance)}" y1="${TOP}" y2="${height - MARGIN}" stroke="${COLOURS.chance}" stroke-dasharray="3 3"/>` +
        `<text x="${x(chance)}" y="${height - 8}" text-anchor="middle" fill="${COLOURS.chance}">chance</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="Helvetica, Arial, sans-serif" font-size="12">`,
    `<title>${escaped(title)}</title><rect width="100%" height="100%" fill="#fff"/>`,
    `<text x="${MARGIN}" y="24" font-size="14" font-weight="bold" fill="${COLOURS.ink}">${escaped(cut(title, 90))}</text>`,
    ...grid,
    chanceLine,
    ...rows.map((row, place) => rowFigure(row, TOP + place * ROW + ROW / 2, x)),
    "</svg>\n",
  ].join("");
}

function rowFigure({ name, value, score, runId, source }: BoardRow, y: number, x: (share: number) => string): string {
  const label = runId === null ? `${name} (${source ?? "published"})` : name;
  const bar =
    score === null
      ? ""
      : `<line x1="${x(score.interval.lower)}" x2="${x(score.interval.upper)}" y1="${y}" y2="${y}" stroke="${COLOURS.run}" stroke-opacity="0.55" stroke-width="3" stroke-linecap="round"/>`;
  const paint = runId === null ? `fill="#fff" stroke="${COLOURS.faint}" stroke-width="2"` : `fill="${COLOURS.run}"`;
  return (
    `<text x="${MARGIN}" y="${y + 4}" fill="${COLOURS.ink}">${escaped(cut(label, 40))}</text>` +
    `${bar}<circle cx="${x(value)}" cy="${y}" r="5" ${paint}/>`
  );
}
