import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { isOtherSize } from "../../../domain/model-size.ts";
import type { Benchmark, Dimension } from "../../../sdk/index.ts";
import { type BoardRequest, benchmarkQuery, leaderboardPage, NEXT_BOARD_PAGE } from "../../data/queries.ts";
import { omnidex, queryClient } from "../../data/query-client.ts";
import { MAIN } from "../../data/use-settled.ts";
import { type BoardRow, boardRow } from "./board-row.ts";
import { type LeaderboardSearch, pickedRuns } from "./leaderboard-search.ts";

/** The request of a leaderboard, and the dimension of its columns if it has columns. */
export interface Asked extends BoardRequest {
  readonly by: Dimension | null;
}

/** A benchmark with the sizes that decide whether its leaderboard shows papers' figures. */
type Sized = Pick<Benchmark, "slug" | "questionCount" | "paperQuestionCount">;

/** Whether papers' figures are shown if the address does not say so: not if they cannot be compared with the runs. */
export const showsPapers = ({ questionCount, paperQuestionCount }: Sized): boolean =>
  !isOtherSize(questionCount, paperQuestionCount);

/** Converts the state in a leaderboard's address to its request. */
export const askedOf = (benchmark: Sized, search: LeaderboardSearch): Asked => ({
  benchmark: benchmark.slug,
  by: search.by ?? null,
  filter: search.filter ?? {},
  runs: { ...(search.open === true && { openEnded: true }), ...pickedRuns(search) },
  published: search.papers === undefined ? showsPapers(benchmark) : search.papers === "show",
  partial: search.partial === "show",
});

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

/** The size of a benchmark that is not fetched yet: most releases have the questions of their papers. */
const UNKNOWN = { questionCount: 0, paperQuestionCount: null };

/**
 * Requests a benchmark and the first page of its leaderboard at an address, both at once. A score table has another query,
 * which is not sent.
 */
export function prefetchBoard(slug: string, search: LeaderboardSearch): void {
  void queryClient.prefetchQuery(benchmarkQuery(slug));
  const benchmark = queryClient.getQueryData(benchmarkQuery(slug).queryKey) ?? { slug, ...UNKNOWN };
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
