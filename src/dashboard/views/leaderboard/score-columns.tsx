import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { memo, type RefObject, useMemo, useRef, useState } from "react";
import { Button } from "react-aria-components";
import { withheldText } from "../../../domain/coarse-scores.ts";
import { inputsText, intervalText, percent, valueText } from "../../../domain/figures-text.ts";
import { officialValue } from "../../../domain/official-value.ts";
import { counted, sizedName } from "../../../domain/texts.ts";
import { emphasisOf } from "../../../formats/tables/run-counts.ts";
import type { QuestionFilter, ScoreTableCell, ScoreTablePage, ScoreTableRow } from "../../../sdk/index.ts";
import { Icon } from "../../components/icon.tsx";
import { DrawnNote, MorePages, SpaceRow, useAllPages } from "../../components/list-end.tsx";
import { type ColumnsInView, scrollColumns, useColumnsInView } from "../../components/scroll-region.tsx";
import { useShownRows } from "../../components/use-shown-rows.ts";
import { Skeletons, StaleBlock } from "../../components/waiting.tsx";
import { type CopyGroup, tableActions } from "../../copies/copy-action.ts";
import { CopyMenu } from "../../copies/copy-menu.tsx";
import { count } from "../../data/figures-text.ts";
import { sliceSearch } from "../../slices/filter-edit.ts";
import { EmptySlice, SliceFailure } from "../../slices/slice-failure.tsx";
import { type BoardProps, countsText, moreText } from "./board.tsx";
import { type ColumnSort, columnLabel, isApiOrder, SortedHead, sortedRows } from "./column-sort.tsx";
import { type Copied, codeActions, figureGroups } from "./copy-actions.ts";
import { PickCell, PickHead, PickHint, type Picking, type PickProps, pickProps } from "./picking.tsx";
import { allTableRows, officialNote, scoreHeads, scoreOf, scoreTableQuery, sourceOf } from "./score-table-source.ts";

/** A table of runs by the values of a dimension, as in a paper's results section. */
export function ScoreColumns({ asked, sort, onSort, onFilter, picked, onPick }: BoardProps) {
  const { filter } = asked;
  const list = useInfiniteQuery(scoreTableQuery(asked));
  const { data, error, refetch, isPlaceholderData: isStale, hasNextPage } = list;
  const [page] = data?.pages ?? [];
  const ranked = useMemo(() => data?.pages.flatMap(({ nodes }) => nodes) ?? [], [data]);
  const all = useMemo(
    () => (page === undefined ? [] : sortedRows({ columns: page.columns, nodes: ranked }, sort)),
    [page, ranked, sort],
  );
  const [isWhole, setWhole] = useState(false);
  const filled = useMemo(() => all.filter(hasColumns), [all]);
  const rows = isWhole || page?.columns.length === 0 ? all : filled;
  const frame = useRef<HTMLDivElement>(null);
  const inView = useColumnsInView(frame, page?.columns);
  const isWholeNeeded = !isApiOrder(sort);
  useAllPages(list, isWholeNeeded);
  if (page === undefined)
    return error === null ? (
      <Skeletons count={8} height="2.5rem" />
    ) : (
      <SliceFailure error={error} filter={filter} onFilter={onFilter} reset={() => void refetch()} />
    );
  const isBusy = isStale || (isWholeNeeded && hasNextPage && error === null);
  const { columns, questions, totalCount: total } = page;
  const whole = async () =>
    isStale || hasNextPage ? sortedRows({ columns, nodes: await allTableRows(asked) }, sort) : all;
  return (
    <StaleBlock isStale={isBusy} className="board">
      <div className="section-head">
        <p className="soft small" role="status">
          {countsText(page)} · best bold, ties with the best underlined
          {isWholeNeeded && hasNextPage && ` · sorted: ${count(all.length)} of ${count(total)}`}
          <PickHint runs={all.filter(isRunRow).length} />
        </p>
        <div className="row">
          {inView !== null && rows.length > 0 && (
            <ColumnSteps inView={inView} onStep={(direction) => scrollColumns(frame.current, direction)} />
          )}
          <CopyMenu
            groups={tableGroups(page, { asked, sort, total, questions, measure: page.measure, whole, isStale })}
          />
        </div>
      </div>
      {page.withheldColumns > 0 && <p className="notice small">{withheldText(page.withheldColumns)}</p>}
      {questions === 0 && <EmptySlice benchmark={asked.benchmark} filter={filter} onFilter={onFilter} />}
      {questions > 0 && all.length === 0 && <p className="card">No run has a score on this slice.</p>}
      {rows.length > 0 && (
        <Grid
          frame={frame}
          hasMore={inView !== null && inView.last < inView.count}
          page={page}
          filter={page.filter}
          rows={rows}
          sort={sort}
          onSort={onSort}
          picked={picked}
          onPick={onPick}
        />
      )}
      {filled.length < all.length && page.columns.length > 0 && (
        <p className="row small soft">
          {filled.length === 0 && !isWhole && "No row has a score in any of these columns. "}
          {counted(all.length - filled.length, "row")} of papers that print no score by {columnLabel(page)}
          <Button className="text-button no-print" aria-expanded={isWhole} onPress={() => setWhole(!isWhole)}>
            {isWhole ? "Fold away" : "Show"}
          </Button>
        </p>
      )}
      <MorePages list={list} label={moreText(all.length, total)} />
    </StaleBlock>
  );
}

/** Whether a row has a value besides the one over the whole slice. A run is never folded away. */
const hasColumns = ({ __typename, cells }: ScoreTableRow): boolean =>
  __typename === "ScoreTableRun" || cells.some((cell) => cell !== null);

interface ColumnStepsProps {
  readonly inView: ColumnsInView;
  readonly onStep: (direction: -1 | 1) => void;
}

/** Says that the table has more columns than fit, and scrolls to them. */
const ColumnSteps = ({ inView: { first, last, count: all }, onStep }: ColumnStepsProps) => (
  <fieldset className="row column-steps no-print" aria-label="Columns in view">
    <Button
      className="icon-button"
      aria-label="Columns to the left"
      isDisabled={first === 1}
      onPress={() => onStep(-1)}
    >
      <Icon name="left" />
    </Button>
    <span className="small soft">
      {first === last ? `Column ${first}` : `Columns ${first}–${last}`} of {all}
    </span>
    <Button
      className="icon-button"
      aria-label="Columns to the right"
      isDisabled={last === all}
      onPress={() => onStep(1)}
    >
      <Icon name="chevron" />
    </Button>
  </fieldset>
);

/** The ways to copy the table. While it still shows the columns of the previous slice, only code can be copied. */
const tableGroups = (
  page: Pick<ScoreTablePage, "columns" | "measure">,
  copied: Copied<ScoreTableRow>,
): readonly CopyGroup[] => [
  { title: "Code", actions: codeActions(copied) },
  ...(copied.isStale
    ? []
    : [
        {
          title: "Table",
          actions: tableActions(async (format) => {
            const { scoreTableText } = await import("./score-table-copies.ts");
            return scoreTableText(page, await copied.whole(), copied, format);
          }),
        },
      ]),
  ...figureGroups(copied, async (rows, title) => {
    const { scoreTableFigure } = await import("./score-table-copies.ts");
    return scoreTableFigure(page, rows, title);
  }),
];

interface GridProps extends Picking {
  readonly frame: RefObject<HTMLDivElement | null>;
  /** Whether there are columns to the right of those in view. */
  readonly hasMore: boolean;
  readonly page: ScoreTablePage;
  readonly filter: QuestionFilter;
  readonly rows: readonly ScoreTableRow[];
  readonly sort: ColumnSort;
  readonly onSort: (sort: ColumnSort) => void;
}

/** The estimated height of a row in pixels, used until the row has been drawn. */
const ROW_HEIGHT = 52;

function Grid({ frame, hasMore, page, rows, sort, onSort, ...body }: GridProps) {
  const heads = scoreHeads(page);
  const hasRuns = rows.some(isRunRow);
  return (
    <div ref={frame} className={hasMore ? "table-frame has-more" : "table-frame"}>
      <DrawnNote rows={rows.length} instead="copy" />
      <table className="table score-columns" aria-rowcount={rows.length + 1}>
        <caption className="visually-hidden">Scores in % by run and {columnLabel(page)}</caption>
        <thead>
          <tr>
            {hasRuns && <PickHead />}
            <SortedHead column="model" label="Model" sort={sort} onSort={onSort} className="clamp" />
            <SortedHead column="all" label={heads[0] ?? ""} sort={sort} onSort={onSort} className="number">
              <Questions n={page.questions} />
            </SortedHead>
            {page.columns.map(({ keys, questions }, place) => (
              <SortedHead
                key={keys.map(({ key }) => key).join("/")}
                column={keys.map(({ key }) => key).join("/")}
                label={heads[place + 1] ?? ""}
                sort={sort}
                onSort={onSort}
                className="number"
              >
                <Questions n={questions} />
              </SortedHead>
            ))}
          </tr>
        </thead>
        <GridRows rows={rows} columns={page.columns.length + 3} hasRuns={hasRuns} {...body} />
      </table>
    </div>
  );
}

interface GridRowsProps extends Picking {
  readonly rows: readonly ScoreTableRow[];
  readonly columns: number;
  readonly filter: QuestionFilter;
  /** Whether rows are ticked for a comparison. */
  readonly hasRuns: boolean;
}

/** The rows in the window. A separate component, so that scrolling redraws only the rows. */
function GridRows({ rows, columns, filter, hasRuns, ...picking }: GridRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const keyed = useMemo(() => rows.map((row) => ({ key: rowKey(row), row })), [rows]);
  const { shown, before, after, measure } = useShownRows(body, keyed, ROW_HEIGHT);
  return (
    <tbody ref={body}>
      {before > 0 && <SpaceRow height={before} columns={columns} />}
      {shown.map(({ row: { key, row }, place }) => (
        <GridRow
          key={key}
          row={row}
          filter={filter}
          place={place}
          hasRuns={hasRuns}
          measure={measure}
          {...pickProps(picking, row.__typename === "ScoreTableRun" ? row.run.id : null)}
        />
      ))}
      {after > 0 && <SpaceRow height={after} columns={columns} />}
    </tbody>
  );
}

const isRunRow = (row: ScoreTableRow) => row.__typename === "ScoreTableRun";

const rowKey = (row: ScoreTableRow): string =>
  row.__typename === "ScoreTableRun" ? row.run.id : `${row.model.id}/${row.inputs.join()}/${sourceOf(row)}`;

interface GridRowProps extends PickProps {
  readonly row: ScoreTableRow;
  /** The slice. Links to the pages of runs keep it. */
  readonly filter: QuestionFilter;
  /** The row's index among all rows, from 0. */
  readonly place: number;
  readonly hasRuns: boolean;
  readonly measure: (element: HTMLElement | null) => void;
}

const GridRow = memo(function GridRow({ row, filter, place: index, hasRuns, measure, ...pick }: GridRowProps) {
  const isRun = isRunRow(row);
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2} className={isRun ? undefined : "published-row"}>
      {hasRuns && <PickCell runId={isRun ? row.run.id : null} name={row.model.name} {...pick} />}
      <th scope="row" className="clamp">
        {isRun ? (
          <Link
            to="/runs/$run"
            params={{ run: row.run.id }}
            search={sliceSearch(filter)}
            className="plain-link name clamp-text"
          >
            {row.model.name}
          </Link>
        ) : (
          <span className="name clamp-text">{sizedName(row.model.name, row.model.parameters)}</span>
        )}
        <span className="faint small block">
          {inputsText(row.inputs)}
          {isRun ? row.partial && " · partial" : ` · ${sourceOf(row)}`}
        </span>
      </th>
      {[row.overall, ...row.cells].map((cell, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns are the same in every row
        <ScoreCell key={place} cell={cell} />
      ))}
    </tr>
  );
});

function ScoreCell({ cell }: { readonly cell: ScoreTableCell | null }) {
  if (cell === null) return <td className="number faint">–</td>;
  const score = scoreOf(cell);
  const text = valueText(cell.value, score);
  const [emphasis, note] = [emphasisOf(cell), officialNote(cell)];
  return (
    <td className="number" title={titleOf(cell)}>
      {emphasis === "best" ? <strong>{text}</strong> : emphasis === "tied" ? <u>{text}</u> : text}
      {score !== null && <span className="faint small block">{intervalText(score)}</span>}
      {note !== null && <span className="faint small block cell-note">{note}</span>}
    </td>
  );
}

function titleOf(cell: ScoreTableCell): string | undefined {
  if (cell.__typename !== "ScoreTableRunCell") return undefined;
  const { score, taskScore, value } = cell;
  const official = officialValue(cell);
  if (official === null) return `n = ${count(score.n)}`;
  const [n, nStrict] =
    taskScore === null ? ["", ""] : [`, n = ${count(taskScore.n)}`, `, n = ${count(taskScore.nStrict)}`];
  return `Over all questions ${percent(value)}${nStrict}; official: ${percent(official)}${n}; mean over questions: ${percent(score.value)}`;
}

const Questions = ({ n }: { readonly n: number }) => <span className="faint block">n = {count(n)}</span>;
