import { valueText } from "../../../domain/figures-text.ts";
import { sizedName } from "../../../domain/texts.ts";
import { runsSource, tableLine } from "../../../formats/tables/ranked-lines.ts";
import { emphasisOf } from "../../../formats/tables/run-counts.ts";
import { scoreTable } from "../../../formats/tables/score-table.ts";
import { today } from "../../../formats/tables/table-source.ts";
import { type TextTableFormat, textTable } from "../../../formats/tables/text-table.ts";
import type { ScoreTableCell, ScoreTablePage, ScoreTableRow } from "../../../sdk/index.ts";
import { count } from "../../data/figures-text.ts";
import { COLOURS, cut, escaped, MOST_ROWS } from "../../figures/svg-file.ts";
import type { CopiedSlice } from "./board-copies.ts";
import { scoreHeads, scoreOf } from "./score-table-source.ts";

/** A table of runs by slices as text: shares at full precision in CSV, percentages elsewhere. */
export function scoreTableText(
  page: Pick<ScoreTablePage, "columns" | "measure">,
  rows: readonly ScoreTableRow[],
  { asked, questions }: CopiedSlice,
  format: TextTableFormat,
): string {
  const { benchmark, filter } = asked;
  const source = { benchmark, filter, questions, date: today(), ...runsSource(rows) };
  return textTable(scoreTable(page, rows.map(tableLine), source), format);
}

const [NAMES, CELL, ROW, MARGIN] = [240, 64, 26, 24];
/** The heights of the title and of rotated column heads of usual length, in units of the drawing. */
const [TITLE, HEADS] = [44, 120];
const USUAL_HEAD = 22;
/** "Understanding (partly assigned by Omnidex)" is not cut: the reader has to see who assigned the level. */
const LONGEST_HEAD = 44;
/** The height and the width of each letter of a rotated head beyond the usual length. */
const [LETTER_HEIGHT, LETTER_WIDTH] = [5.4, 3.2];

/**
 * A table of runs by slices as a self-contained SVG file: a heat map with the number in each cell, from white for 0 % to
 * blue for 100 %. A table that is too long for a figure is cut, and its title says so.
 */
export function scoreTableFigure(
  page: Pick<ScoreTablePage, "columns" | "measure">,
  all: readonly ScoreTableRow[],
  name: string,
): string {
  const rows = all.slice(0, MOST_ROWS);
  const title =
    rows.length < all.length ? `${name}, the first ${count(rows.length)} of ${count(all.length)} rows` : name;
  const heads = scoreHeads(page);
  const beyond = Math.max(0, ...heads.map((head) => Math.min(head.length, LONGEST_HEAD) - USUAL_HEAD));
  const top = TITLE + HEADS + Math.ceil(beyond * LETTER_HEIGHT);
  const [width, height] = [
    NAMES + 2 * MARGIN + heads.length * CELL + Math.ceil(beyond * LETTER_WIDTH),
    top + rows.length * ROW + MARGIN,
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Helvetica, Arial, sans-serif" font-size="12">`,
    `<title>${escaped(title)}</title><rect width="100%" height="100%" fill="#fff"/>`,
    `<text x="${MARGIN}" y="24" font-size="14" font-weight="bold" fill="${COLOURS.ink}">${escaped(cut(title, 90))}</text>`,
    ...heads.map((head, place) => headFigure(head, left(place) + CELL / 2, top)),
    ...rows.map((row, place) => rowFigure(row, top + place * ROW)),
    "</svg>\n",
  ].join("");
}

const left = (column: number): number => NAMES + MARGIN + column * CELL;

function headFigure(head: string, x: number, top: number): string {
  const [at, y] = [x + 4, top - 8];
  return `<text x="${at}" y="${y}" transform="rotate(-60 ${at} ${y})" fill="${COLOURS.faint}">${escaped(cut(head, LONGEST_HEAD))}</text>`;
}

function rowFigure(row: ScoreTableRow, y: number): string {
  const name =
    row.__typename === "ScoreTableRun" ? row.model.name : `${sizedName(row.model.name, row.model.parameters)} *`;
  return [
    `<text x="${MARGIN}" y="${y + 17}" fill="${COLOURS.ink}">${escaped(cut(name, 34))}</text>`,
    ...[row.overall, ...row.cells].map((cell, place) => cellFigure(cell, left(place), y)),
  ].join("");
}

/** Above this share of blue, white letters stand out better than dark ones. */
const DARK = 0.55;

function cellFigure(cell: ScoreTableCell | null, x: number, y: number): string {
  if (cell === null) return "";
  const share = Math.min(1, Math.max(0, cell.value));
  const score = scoreOf(cell);
  const emphasis = emphasisOf(cell);
  const weight = emphasis === "best" ? ` font-weight="bold"` : "";
  const line = emphasis === "tied" ? ` text-decoration="underline"` : "";
  const mark = cell.__typename === "ScoreTableRunCell" && cell.taskMean?.partial === true ? "†" : "";
  return (
    `<rect x="${x}" y="${y}" width="${CELL - 2}" height="${ROW - 2}" fill="${COLOURS.run}" fill-opacity="${share.toFixed(3)}"/>` +
    `<text x="${x + (CELL - 2) / 2}" y="${y + 17}" text-anchor="middle" fill="${share > DARK ? "#fff" : COLOURS.ink}"${weight}${line}>${valueText(cell.value, score)}${mark}</text>`
  );
}
