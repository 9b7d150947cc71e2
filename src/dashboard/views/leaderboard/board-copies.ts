import { percent } from "../../../domain/figures-text.ts";
import type { Measure } from "../../../domain/official-value.ts";
import { boardTable } from "../../../formats/tables/board-table.ts";
import { today } from "../../../formats/tables/table-source.ts";
import { type TextTableFormat, textTable } from "../../../formats/tables/text-table.ts";
import { count } from "../../data/figures-text.ts";
import { shareScale } from "../../figures/scale.ts";
import { COLOURS, cut, escaped, MOST_ROWS } from "../../figures/svg-file.ts";
import type { Asked } from "./board-query.ts";
import { axisValues, type BoardRow, chanceOf } from "./board-row.ts";

/** What a copied table is about. */
export interface CopiedSlice {
  readonly asked: Pick<Asked, "benchmark" | "filter">;
  readonly questions: number;
  readonly measure: Measure | null;
}

/** A leaderboard as text: shares at full precision in CSV, percentages elsewhere. */
export function boardText(
  rows: readonly BoardRow[],
  { asked, questions, measure }: CopiedSlice,
  format: TextTableFormat,
): string {
  const runs = rows.flatMap(({ run }) => (run === null ? [] : [run]));
  const source = {
    ...{ benchmark: asked.benchmark, filter: asked.filter, questions, date: today() },
    release: runs[0]?.release.version ?? null,
    scorings: runs.map(({ scoring }) => scoring),
  };
  return textTable(boardTable(rows, measure, source), format);
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
