import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { omnidex } from "../../data/omnidex.ts";
import { type BoardRequest, leaderboardPage, NEXT_BOARD_PAGE } from "../../data/queries.ts";
import { MAIN } from "../../data/use-settled.ts";
import { type BoardRow, boardRow } from "./board-row.ts";

/** A leaderboard, page by page. The rows of the previous slice stay until the first page arrives. */
export const boardQuery = (request: BoardRequest) =>
  infiniteQueryOptions({
    queryKey: ["leaderboard", request],
    queryFn: ({ pageParam, signal }) => leaderboardPage(request, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
    placeholderData: keepPreviousData,
    meta: MAIN,
  });

/** All rows of a leaderboard, best first. */
export async function allBoardRows({ benchmark, ...options }: BoardRequest): Promise<readonly BoardRow[]> {
  const entries = await omnidex()
    .leaderboard(benchmark, { ...options, pageSize: NEXT_BOARD_PAGE })
    .toArray();
  return entries.map(boardRow);
}
