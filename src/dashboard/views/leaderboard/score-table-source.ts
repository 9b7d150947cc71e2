import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { percent } from "../../../domain/figures-text.ts";
import { measuredLabel, officialValue, partialText, scoreBehind } from "../../../domain/official-value.ts";
import type { ScoreTableCell, ScoreTablePage, ScoreTableRow } from "../../../sdk/index.ts";
import { BOARD_PAGE, NEXT_BOARD_PAGE } from "../../data/queries.ts";
import { omnidex } from "../../data/query-client.ts";
import { MAIN } from "../../data/use-settled.ts";
import type { Asked } from "./board-query.ts";

/** The table that a paper's figures are from. */
export const sourceOf = ({ overall, cells }: Pick<ScoreTableRow, "overall" | "cells">): string =>
  [overall, ...cells].flatMap((cell) =>
    cell?.__typename === "ScoreTableFigureCell" ? [cell.publishedResult.source] : [],
  )[0] ?? "published";

/** The score whose uncertainty is that of the cell's value; null for a paper's figure and for other official scores. */
export const scoreOf = (cell: ScoreTableCell) => (cell.__typename === "ScoreTableRunCell" ? scoreBehind(cell) : null);

/** The titles of a table's columns of scores. They say which columns are means over questions. */
export const scoreHeads = ({ columns, measure }: Pick<ScoreTablePage, "columns" | "measure">): readonly string[] => [
  measuredLabel("All", measure),
  ...columns.map((column) => measuredLabel(column.keys.map(({ label }) => label).join(", "), column.measure)),
];

/** "official 41.0 %, partial: without AVC": what a cell shows besides a score over all questions. */
export function officialNote(cell: ScoreTableCell): string | null {
  if (cell.__typename !== "ScoreTableRunCell") return null;
  const [official, partial] = [officialValue(cell), partialText(cell)];
  const isOther = official !== null && percent(official) !== percent(cell.value);
  return (
    [...(isOther ? [`official ${percent(official)}`] : []), ...(partial === null ? [] : [partial])].join(", ") || null
  );
}

const tableOf = ({ benchmark, by, ...options }: Asked, pageSize: number, signal?: AbortSignal) =>
  omnidex().scoreTable(benchmark, { ...options, by: by === null ? [] : [by], pageSize, signal });

/** A table of runs by the values of a dimension, page by page. `filter` tells which slice a page is over. */
export const scoreTableQuery = (asked: Asked) =>
  infiniteQueryOptions({
    queryKey: ["score-table", asked],
    queryFn: async ({ pageParam: after, signal }) => ({
      ...(await tableOf(asked, after === null ? BOARD_PAGE : NEXT_BOARD_PAGE, signal).page(after)),
      filter: asked.filter,
    }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
    placeholderData: keepPreviousData,
    meta: MAIN,
  });

/** All rows of the table, best first. */
export const allTableRows = (asked: Asked): Promise<readonly ScoreTableRow[]> =>
  tableOf(asked, NEXT_BOARD_PAGE).toArray();
