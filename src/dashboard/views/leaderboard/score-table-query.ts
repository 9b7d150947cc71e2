import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import type { ScoreTableRow } from "../../../sdk/index.ts";
import { omnidex } from "../../data/page-client.ts";
import { BOARD_PAGE, NEXT_BOARD_PAGE } from "../../data/queries.ts";
import { MAIN } from "../../data/use-settled.ts";
import type { Asked } from "./asked.ts";

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
