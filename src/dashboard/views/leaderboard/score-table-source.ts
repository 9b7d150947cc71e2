import type { ScoreTableCell, ScoreTableRow } from "../../../sdk/index.ts";

/** The table that a paper's figures are from. */
export const sourceOf = ({ overall, cells }: Pick<ScoreTableRow, "overall" | "cells">): string =>
  [overall, ...cells].flatMap((cell) =>
    cell?.__typename === "ScoreTableFigureCell" ? [cell.publishedResult.source] : [],
  )[0] ?? "published";

/** The score whose uncertainty is that of the cell's value; null for a paper's figure and for the official score of a whole task. */
export const scoreBehind = (cell: ScoreTableCell) =>
  cell.__typename === "ScoreTableRunCell" && cell.taskScore === null ? cell.score : null;
