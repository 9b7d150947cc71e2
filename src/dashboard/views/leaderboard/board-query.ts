import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { omnidex } from "../../data/omnidex.ts";
import { type BoardRequest, leaderboardPage, NEXT_BOARD_PAGE } from "../../data/queries.ts";
import { queryClient } from "../../data/query-client.ts";
import { MAIN } from "../../data/use-settled.ts";
import { askedOf } from "./asked.ts";
import { type BoardRow, boardRow } from "./board-row.ts";
import type { LeaderboardSearch } from "./leaderboard-search.ts";

/**
 * A leaderboard, page by page. After a change of the slice, the previous rows stay until the first page of the new
 * slice arrives. The field `filter` of a page tells which slice its rows are over.
 */
export const boardQuery = (request: BoardRequest) =>
  infiniteQueryOptions({
    queryKey: ["leaderboard", request],
    queryFn: async ({ pageParam, signal }) => ({
      ...(await leaderboardPage(request, pageParam, signal)),
      filter: request.filter,
    }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
    placeholderData: keepPreviousData,
    meta: MAIN,
  });

/** Requests the first page of the leaderboard at an address. Does nothing for a score table, which has another query. */
export function prefetchBoard(benchmark: string, search: LeaderboardSearch): void {
  const { by, ...request } = askedOf(benchmark, search);
  if (by === null) void queryClient.prefetchInfiniteQuery(boardQuery(request));
}

/** All rows of a leaderboard, best first. */
export async function allBoardRows({ benchmark, ...options }: BoardRequest): Promise<readonly BoardRow[]> {
  const entries = await omnidex()
    .leaderboard(benchmark, { ...options, pageSize: NEXT_BOARD_PAGE })
    .toArray();
  return entries.map(boardRow);
}
