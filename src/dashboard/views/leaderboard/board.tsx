import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useState } from "react";
import { Button } from "react-aria-components";
import type { QuestionFilter } from "../../../sdk/index.ts";
import { Skeletons } from "../../components/skeletons.tsx";
import { CopyMenu } from "../../copies/copy-menu.tsx";
import { count, counted } from "../../data/figures-text.ts";
import { leaderboardPage, NEXT_BOARD_PAGE } from "../../data/queries.ts";
import { MAIN } from "../../data/use-settled.ts";
import { EmptySlice } from "../../slices/empty-slice.tsx";
import { SliceFailure } from "../../slices/slice-failure.tsx";
import { boardRow, tiesWithBest } from "./board-row.ts";
import { boardRows } from "./board-sort.ts";
import { BoardTable } from "./board-table.tsx";
import { BEST_FIRST, type ColumnSort } from "./column-sort.ts";
import { boardActions } from "./copy-actions.ts";
import type { Asked } from "./copy-snippets.ts";
import type { LeaderboardSearch } from "./leaderboard-search.ts";

/** The request that the address of a leaderboard stands for. */
export const askedOf = (benchmark: string, { filter, papers, partial, open, by }: LeaderboardSearch): Asked => ({
  benchmark,
  by: by ?? null,
  filter: filter ?? {},
  runs: open === true ? { openEnded: true } : {},
  published: papers !== "hide",
  partial: partial === "show",
});

interface BoardProps {
  /** The slug. */
  readonly benchmark: string;
  readonly search: LeaderboardSearch;
  readonly onFilter: (filter: QuestionFilter) => void;
  readonly sort: ColumnSort;
  readonly onSort: (sort: ColumnSort) => void;
}

/** The rows of a leaderboard, page by page. */
export function Board({ benchmark, search, onFilter, sort, onSort }: BoardProps) {
  const asked = askedOf(benchmark, search);
  const { by: _, ...request } = asked;
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } = useInfiniteQuery({
    queryKey: ["leaderboard", request],
    queryFn: ({ pageParam, signal }) => leaderboardPage(request, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
    placeholderData: keepPreviousData,
    meta: MAIN,
  });
  const ranked = useMemo(() => data?.pages.flatMap(({ nodes }) => nodes.map(boardRow)) ?? [], [data]);
  const rows = useMemo(() => boardRows(ranked, sort), [ranked, sort]);
  const isWholeNeeded = sort.column !== BEST_FIRST.column || sort.direction !== BEST_FIRST.direction;
  // The rows of some pages alone would be in an order that means nothing.
  useEffect(() => {
    if (isWholeNeeded && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isWholeNeeded, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const [picked, setPicked] = useState<readonly string[]>([]);
  const pick = useCallback(
    (id: string) => setPicked((ids) => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id])),
    [],
  );
  const first = data?.pages[0];
  if (error !== null)
    return <SliceFailure error={error} filter={asked.filter} onFilter={onFilter} reset={() => void refetch()} />;
  if (first === undefined) return <Skeletons count={8} height="2.5rem" />;
  return (
    <div className={isPlaceholderData ? "board stale" : "board"} aria-busy={isPlaceholderData}>
      <div className="section-head">
        <p className="soft small" role="status">
          {counted(first.questions, "question")} · {counted(first.totalCount, "row")}
          {ranked.some(tiesWithBest) && " · best bold, ties with the best underlined"}
          {first.leftOut > 0 &&
            ` · ${counted(first.leftOut, "run")} left out, with answers to less than half of the questions`}
          {first.confirmations === "DOUBLE" && " · runs that confirm their answers"}
          {first.confirmations === "SINGLE" && " · runs with single responses"}
        </p>
        {rows.length > 0 && (
          <CopyMenu groups={boardActions(rows, asked, `${benchmark}: ${counted(first.questions, "question")}`)} />
        )}
      </div>
      {first.questions > 0 && rows.length > 0 && (
        <BoardTable rows={rows} picked={picked} onPick={pick} sort={sort} onSort={onSort} />
      )}
      {first.questions === 0 && <EmptySlice filter={asked.filter} onFilter={onFilter} />}
      {first.questions > 0 && rows.length === 0 && (
        <p className="card">
          No run has been scored on this benchmark yet. <code>npx omnidex submit outputs.jsonl -b {benchmark}</code>
        </p>
      )}
      {picked.length > 0 && <PickedRuns ids={picked} filter={search.filter} onClear={() => setPicked([])} />}
      {hasNextPage && (
        <Button className="button" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {isFetchingNextPage
            ? "Loading …"
            : `Show ${count(Math.min(NEXT_BOARD_PAGE, first.totalCount - rows.length))} more of ${count(first.totalCount)}`}
        </Button>
      )}
    </div>
  );
}

interface PickedRunsProps {
  readonly ids: readonly string[];
  readonly filter: QuestionFilter | undefined;
  readonly onClear: () => void;
}

/** The bar at the bottom of the window with the actions for the ticked runs. */
const PickedRuns = ({ ids, filter, onClear }: PickedRunsProps) => (
  <div className="picked-runs no-print" role="status">
    {ids.length === 1 ? (
      <span className="soft">Tick another run to compare</span>
    ) : (
      <Link to="/compare" search={{ runs: ids.join(","), ...(filter && { filter }) }} className="button primary">
        Compare {ids.length} runs
      </Link>
    )}
    <Button className="button" onPress={onClear}>
      Clear
    </Button>
  </div>
);
