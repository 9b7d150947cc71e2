import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { inputsText, percent } from "../../../domain/figures-text.ts";
import { measureText } from "../../../domain/official-value.ts";
import { counted } from "../../../domain/texts.ts";
import type { LeaderboardPage, QuestionFilter } from "../../../sdk/index.ts";
import { MorePages, useAllPages } from "../../components/list-end.tsx";
import { Skeletons, StaleBlock } from "../../components/waiting.tsx";
import { CopyMenu } from "../../copies/copy-menu.tsx";
import { count } from "../../data/figures-text.ts";
import { NEXT_BOARD_PAGE } from "../../data/queries.ts";
import { isEmpty } from "../../slices/filter-edit.ts";
import { EmptySlice, SliceFailure } from "../../slices/slice-failure.tsx";
import { type Asked, allBoardRows, boardQuery } from "./board-query.ts";
import { type BoardRow, boardRow, tiesWithBest } from "./board-row.ts";
import { BoardTable } from "./board-table.tsx";
import { BEST_FIRST, type ColumnSort, isApiOrder } from "./column-sort.tsx";
import { boardGroups } from "./copy-actions.ts";
import { PickHint, type Picking } from "./picking.tsx";

const TEXTS: Readonly<Record<string, (row: BoardRow) => string>> = {
  model: ({ name }) => name,
  inputs: ({ inputs }) => inputsText(inputs),
};

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** The columns that rows can be sorted by; `all` is the score. */
const COLUMNS: ReadonlySet<string> = new Set(["rank", "model", "inputs", "all", "n"]);

/** The order of a leaderboard; best first if it has no such column. */
export const boardSort = (sort: ColumnSort): ColumnSort => (COLUMNS.has(sort.column) ? sort : BEST_FIRST);

/**
 * Sorts rows that come best first. When sorted by the number of questions, papers' figures are last in both directions,
 * because their rows have no such number.
 */
export function boardRows(rows: readonly BoardRow[], { column, direction }: ColumnSort): readonly BoardRow[] {
  const turn = direction === "asc" ? 1 : -1;
  const text = TEXTS[column];
  if (text !== undefined) return [...rows].sort((a, b) => turn * collator.compare(text(a), text(b)));
  if (column === "n") return [...rows].sort(byNumber(turn));
  return isApiOrder({ column, direction }) ? rows : [...rows].reverse();
}

const byNumber =
  (turn: number) =>
  ({ score: a }: BoardRow, { score: b }: BoardRow): number => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return turn * (a.n - b.n);
  };

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
          <CopyMenu
            groups={boardGroups({
              asked,
              sort,
              total,
              questions: first.questions,
              measure: first.measure,
              whole,
              isStale,
            })}
          />
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
              No run has been scored on this benchmark yet. <code>omnidex submit outputs.jsonl -b {benchmark}</code>
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

interface ReferenceLinesProps {
  readonly references: NonNullable<LeaderboardPage["references"]>;
}

/** The paper's figures that take no rank, below a leaderboard. */
function ReferenceLines({ references }: ReferenceLinesProps) {
  if (references.length === 0) return null;
  return (
    <details className="card">
      <summary>{references.length} figures from the paper without a rank</summary>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Who</th>
            <th scope="col">Inputs</th>
            <th scope="col">Score</th>
            <th scope="col">From</th>
          </tr>
        </thead>
        <tbody>
          {references.map(({ publishedResult: { id, modelName, frames, condition, source }, inputs, value }) => (
            <tr key={id} className="published-row">
              <th scope="row">{modelName}</th>
              <td>{inputs.join(", ").toLowerCase()}</td>
              <td className="number">{percent(value)}</td>
              <td>
                {source}
                {frames !== null && `, ${frames} frames`}: {condition}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
