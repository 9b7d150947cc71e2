import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { counted } from "../../../domain/counted.ts";
import { measureText } from "../../../domain/official-value.ts";
import type { LeaderboardPage, QuestionFilter } from "../../../sdk/index.ts";
import { MorePages, useAllPages } from "../../components/more-pages.tsx";
import { Skeletons } from "../../components/skeletons.tsx";
import { StaleBlock } from "../../components/stale-block.tsx";
import { CopyMenu } from "../../copies/copy-menu.tsx";
import { count } from "../../data/figures-text.ts";
import { NEXT_BOARD_PAGE } from "../../data/queries.ts";
import { EmptySlice } from "../../slices/empty-slice.tsx";
import { isEmpty } from "../../slices/filter-edit.ts";
import { SliceFailure } from "../../slices/slice-failure.tsx";
import type { Asked } from "./asked.ts";
import { allBoardRows, boardQuery } from "./board-query.ts";
import { boardRow, tiesWithBest } from "./board-row.ts";
import { boardRows, boardSort } from "./board-sort.ts";
import { BoardTable } from "./board-table.tsx";
import { type ColumnSort, isApiOrder } from "./column-sort.ts";
import { boardGroups } from "./copy-actions.ts";
import { PickHint, type Picking } from "./picking.tsx";
import { ReferenceLines } from "./reference-lines.tsx";

export interface BoardProps extends Picking {
  readonly asked: Asked;
  readonly onFilter: (filter: QuestionFilter) => void;
  readonly sort: ColumnSort;
  readonly onSort: (sort: ColumnSort) => void;
}

/** The rows of a leaderboard, page by page. */
export function Board({ asked, onFilter, sort: given, onSort, picked, onPick }: BoardProps) {
  const { by: _, ...request } = asked;
  const { benchmark, filter } = asked;
  const list = useInfiniteQuery(boardQuery(request));
  const { data, error, refetch, isPlaceholderData: isStale, hasNextPage } = list;
  const sort = boardSort(given);
  const ranked = useMemo(() => data?.pages.flatMap(({ nodes }) => nodes.map(boardRow)) ?? [], [data]);
  const rows = useMemo(() => boardRows(ranked, sort), [ranked, sort]);
  // Sorting only the pages that are loaded would give a meaningless order.
  const isWholeNeeded = !isApiOrder(sort);
  useAllPages(list, isWholeNeeded);
  const first = data?.pages[0];
  if (first === undefined)
    return error === null ? (
      <Skeletons count={8} height="2.5rem" />
    ) : (
      <SliceFailure error={error} filter={filter} onFilter={onFilter} reset={() => void refetch()} />
    );
  const isBusy = isStale || (isWholeNeeded && hasNextPage && error === null);
  const total = first.totalCount;
  const measured = measureText(first.measure);
  const whole = async () => (isStale || hasNextPage ? boardRows(await allBoardRows(request), sort) : rows);
  return (
    <StaleBlock isStale={isBusy} className="board">
      <div className="section-head">
        <p className="soft small" role="status">
          {countsText(first)}
          {ranked.some(tiesWithBest) && " · best bold, ties with the best underlined"}
          {isWholeNeeded && hasNextPage && ` · sorted: ${count(rows.length)} of ${count(total)}`}
          <PickHint runs={rows.filter(({ runId }) => runId !== null).length} />
        </p>
        {rows.length > 0 && (
          <CopyMenu groups={boardGroups({ asked, sort, total, questions: first.questions, whole, isStale })} />
        )}
      </div>
      {measured !== null && rows.length > 0 && <p className="soft small board-measure">{measured}</p>}
      {first.questions === 0 && <EmptySlice benchmark={benchmark} filter={filter} onFilter={onFilter} />}
      {rows.length > 0 && (
        <BoardTable rows={rows} filter={first.filter} picked={picked} onPick={onPick} sort={sort} onSort={onSort} />
      )}
      {first.questions > 0 && rows.length === 0 && (
        <p className="card">
          {isEmpty(asked.runs) ? (
            <>
              No run has been scored on this benchmark yet. <code>npx omnidex submit outputs.jsonl -b {benchmark}</code>
            </>
          ) : (
            "No run meets the conditions under “Filter runs”."
          )}
        </p>
      )}
      <MorePages list={list} label={moreText(rows.length, total)} />
      <ReferenceLines references={first.references ?? []} />
    </StaleBlock>
  );
}

/** `Show 1,000 more of 10,003` */
export const moreText = (shown: number, total: number): string =>
  `Show ${count(Math.min(NEXT_BOARD_PAGE, total - shown))} more of ${count(total)}`;

type Counts = Pick<LeaderboardPage, "questions" | "leftOut" | "confirmations"> & { readonly totalCount: number };

/** What a leaderboard covers, and what it leaves out. */
export const countsText = ({ questions, totalCount, leftOut, confirmations }: Counts): string =>
  [
    // A benchmark that has not been imported has only its papers' figures.
    ...(questions === 0 && totalCount > 0 ? [] : [counted(questions, "question")]),
    counted(totalCount, "row"),
    ...(leftOut > 0 ? [`${counted(leftOut, "run")} left out, with answers to less than half of the questions`] : []),
    ...(confirmations === "DOUBLE" ? ["only runs that also answer the confirming questions"] : []),
    ...(confirmations === "SINGLE" ? ["only runs that do not answer the confirming questions"] : []),
  ].join(" · ");
