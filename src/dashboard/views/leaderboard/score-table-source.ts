import type { ScoreTableRow } from "../../../sdk/index.ts";

/** The table that a paper's figures are from. */
export const sourceOf = ({ overall, cells }: Pick<ScoreTableRow, "overall" | "cells">): string =>
  [overall, ...cells].flatMap((cell) =>
    cell?.__typename === "ScoreTableFigureCell" ? [cell.publishedResult.source] : [],
  )[0] ?? "published";
