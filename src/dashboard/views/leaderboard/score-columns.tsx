import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { memo, useMemo, useRef } from "react";
import type { QuestionFilter, ScoreTableCell, ScoreTablePage, ScoreTableRow } from "../../../sdk/index.ts";
import { Skeletons } from "../../components/skeletons.tsx";
import { SpaceRow } from "../../components/space-row.tsx";
import { useShownRows } from "../../components/use-shown-rows.ts";
import { CopyMenu } from "../../copies/copy-menu.tsx";
import { tableActions } from "../../copies/table-actions.ts";
import { count, counted, inputsText, intervalText, percent } from "../../data/figures-text.ts";
import { EmptySlice } from "../../slices/empty-slice.tsx";
import { SliceFailure } from "../../slices/slice-failure.tsx";
import { type ColumnSort, columnLabel, sortedRows } from "./column-sort.ts";
import { codeActions } from "./copy-actions.ts";
import type { Asked } from "./copy-snippets.ts";
import { scoreTableQuery } from "./score-table-query.ts";
import { scoreTableText, sourceOf } from "./score-table-text.ts";
import { SortedHead } from "./sorted-head.tsx";

interface ScoreColumnsProps {
  readonly asked: Asked;
  readonly sort: ColumnSort;
  readonly onSort: (sort: ColumnSort) => void;
  readonly onFilter: (filter: QuestionFilter) => void;
}

/** A table of runs by the values of a dimension, as in a paper's results section. */
export function ScoreColumns({ asked, sort, onSort, onFilter }: ScoreColumnsProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...scoreTableQuery(asked),
    placeholderData: keepPreviousData,
  });
  if (error !== null)
    return <SliceFailure error={error} filter={asked.filter} onFilter={onFilter} reset={() => void refetch()} />;
  if (data === undefined) return <Skeletons count={8} height="2.5rem" />;
  const rows = sortedRows(data, sort);
  return (
    <div className={isPlaceholderData ? "board stale" : "board"} aria-busy={isPlaceholderData}>
      <div className="section-head">
        <p className="soft small" role="status">
          {counted(data.questions, "question")} · {counted(data.totalCount, "row")} · best bold, ties with the best
          underlined
        </p>
        <CopyMenu
          groups={[
            { title: "Code", actions: codeActions(asked) },
            {
              title: "Table",
              actions: tableActions((format) => scoreTableText(data, rows, format)),
            },
          ]}
        />
      </div>
      {data.questions === 0 && <EmptySlice filter={asked.filter} onFilter={onFilter} />}
      {data.questions > 0 && rows.length === 0 && <p className="card">No run has a score on this slice.</p>}
      {data.questions > 0 && rows.length > 0 && <Grid page={data} rows={rows} sort={sort} onSort={onSort} />}
    </div>
  );
}

interface GridProps {
  readonly page: ScoreTablePage;
  readonly rows: readonly ScoreTableRow[];
  readonly sort: ColumnSort;
  readonly onSort: (sort: ColumnSort) => void;
}

/** About how high a row is, in pixels, before it has been drawn. */
const ROW_HEIGHT = 52;

function Grid({ page, rows, sort, onSort }: GridProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const keyed = useMemo(() => rows.map((row) => ({ key: rowKey(row), row })), [rows]);
  const { shown, before, after, measure } = useShownRows(body, keyed, ROW_HEIGHT);
  const columns = page.columns.length + 2;
  return (
    <div className="table-frame">
      <table className="table score-columns" aria-rowcount={rows.length + 1}>
        <caption className="visually-hidden">Scores in % by run and {columnLabel(page)}</caption>
        <thead>
          <tr>
            <SortedHead column="model" label="Model" sort={sort} onSort={onSort} />
            <SortedHead column="all" label="All" sort={sort} onSort={onSort} className="number">
              <Questions n={page.questions} />
            </SortedHead>
            {page.columns.map(({ keys, questions }) => (
              <SortedHead
                key={keys.map(({ key }) => key).join("/")}
                column={keys.map(({ key }) => key).join("/")}
                label={keys.map(({ label }) => label).join(", ")}
                sort={sort}
                onSort={onSort}
                className="number"
              >
                <Questions n={questions} />
              </SortedHead>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {before > 0 && <SpaceRow height={before} columns={columns} />}
          {shown.map(({ row: { key, row }, place }) => (
            <GridRow key={key} row={row} place={place} measure={measure} />
          ))}
          {after > 0 && <SpaceRow height={after} columns={columns} />}
        </tbody>
      </table>
    </div>
  );
}

const rowKey = (row: ScoreTableRow): string =>
  row.__typename === "ScoreTableRun" ? row.run.id : `${row.model.id}/${row.inputs.join()}/${sourceOf(row)}`;

interface GridRowProps {
  readonly row: ScoreTableRow;
  /** Among all rows, from 0. */
  readonly place: number;
  readonly measure: (element: HTMLElement | null) => void;
}

const GridRow = memo(function GridRow({ row, place: index, measure }: GridRowProps) {
  const isRun = row.__typename === "ScoreTableRun";
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2} className={isRun ? undefined : "published-row"}>
      <th scope="row" className="clamp">
        {isRun ? (
          <Link to="/runs/$run" params={{ run: row.run.id }} className="plain-link name clamp-text">
            {row.model.name}
          </Link>
        ) : (
          <span className="name clamp-text">{row.model.name}</span>
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
  const { value, rank, tiesWithBest } = cell;
  const score = cell.__typename === "ScoreTableRunCell" ? cell.score : null;
  const text = percent(value, score?.standardError ?? null);
  return (
    <td
      className="number"
      title={score === null ? undefined : `95 % interval ${intervalText(score)}, n = ${count(score.n)}`}
    >
      {rank === 1 ? <strong>{text}</strong> : tiesWithBest === true ? <u>{text}</u> : text}
    </td>
  );
}

const Questions = ({ n }: { readonly n: number }) => <span className="faint block">n = {count(n)}</span>;
