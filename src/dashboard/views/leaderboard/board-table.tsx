import { Link } from "@tanstack/react-router";
import { memo, useMemo, useRef } from "react";
import { inputsText, intervalText, percent, valueText } from "../../../domain/figures-text.ts";
import { PARTIAL_RANKS, partialText } from "../../../domain/official-value.ts";
import { emphasisOf, rankText } from "../../../formats/tables/run-counts.ts";
import type { QuestionFilter } from "../../../sdk/index.ts";
import { DrawnNote, SpaceRow } from "../../components/list-end.tsx";
import { useShownRows } from "../../components/use-shown-rows.ts";
import { count } from "../../data/figures-text.ts";
import { IntervalPlot, ShareAxis } from "../../figures/interval-plot.tsx";
import { type ShareScale, shareScale } from "../../figures/scale.ts";
import { sliceSearch } from "../../slices/filter-edit.ts";
import { axisValues, type BoardRow, chanceOf, tiesWithBest } from "./board-row.ts";
import { type ColumnSort, SortedHead } from "./column-sort.tsx";
import { PickCell, PickHead, type Picking, type PickProps, pickProps } from "./picking.tsx";

interface BoardTableProps extends Picking {
  readonly rows: readonly BoardRow[];
  /** The slice. Links to the pages of runs keep it. */
  readonly filter: QuestionFilter;
  readonly sort: ColumnSort;
  readonly onSort: (sort: ColumnSort) => void;
}

/** A leaderboard: each row's numbers, and its interval on the axis that all rows share. */
export function BoardTable({ rows, sort, onSort, ...body }: BoardTableProps) {
  const scale = useMemo(() => shareScale(axisValues(rows)), [rows]);
  const chance = useMemo(() => chanceOf(rows), [rows]);
  // Papers' figures have no number of questions and no interval, and cannot be compared question by question.
  const hasRuns = rows.some(({ runId }) => runId !== null);
  const hasScores = rows.some(({ score }) => score !== null);
  const shown = { hasRuns, hasScores };
  return (
    <div className="table-frame">
      <DrawnNote rows={rows.length} instead="copy" />
      <table className={`table plot-table board-table${hasRuns ? "" : " no-picks"}`} aria-rowcount={rows.length + 1}>
        <caption className="visually-hidden">Runs and papers' figures by score, with 95 % intervals</caption>
        <thead>
          <tr>
            {hasRuns && <PickHead />}
            <SortedHead column="rank" label="Rank" sort={sort} onSort={onSort} className="number rank" />
            <SortedHead column="model" label="Model" sort={sort} onSort={onSort} />
            <SortedHead column="inputs" label="Inputs" sort={sort} onSort={onSort} className="wide-only inputs" />
            <SortedHead
              column="all"
              label={hasScores ? "Score,\u00a0% (95\u00a0%)" : "Score,\u00a0%"}
              sort={sort}
              onSort={onSort}
              className="number score"
            />
            <th scope="col" className="plot-column">
              <ShareAxis scale={scale} chance={chance} />
            </th>
            {hasScores && (
              <SortedHead column="n" label="n" sort={sort} onSort={onSort} className="number wide-only size" />
            )}
          </tr>
        </thead>
        <Rows rows={rows} scale={scale} chance={chance} {...shown} {...body} />
      </table>
    </div>
  );
}

/** Which columns a leaderboard has besides those of papers' figures. */
interface ShownColumns {
  /** Whether rows are ticked for a comparison. */
  readonly hasRuns: boolean;
  /** Whether rows have numbers of questions. */
  readonly hasScores: boolean;
}

interface RowsProps extends ShownColumns, Omit<BoardTableProps, "sort" | "onSort"> {
  readonly scale: ShareScale;
  readonly chance: number | null;
}

/** The rows in the window. A separate component, so that scrolling redraws only the rows. */
function Rows({ rows, scale, chance, filter, hasRuns, hasScores, ...picking }: RowsProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { shown, before, after, isMeasured, measure } = useShownRows(body, rows, ROW_HEIGHT);
  return (
    <tbody ref={body}>
      {before > 0 && <SpaceRow height={before} columns={5} />}
      {shown.map(({ row, place }) => (
        <Row
          // With the run as key, most rows of another slice would be new elements. Changing texts takes the browser less time.
          key={isMeasured ? row.key : place}
          row={row}
          place={place}
          measure={measure}
          scale={scale}
          chance={chance}
          filter={filter}
          hasRuns={hasRuns}
          hasScores={hasScores}
          {...pickProps(picking, row.runId)}
        />
      ))}
      {after > 0 && <SpaceRow height={after} columns={5} />}
    </tbody>
  );
}

/** The estimated height of a row before it is drawn, in pixels. */
const ROW_HEIGHT = 56;

interface RowProps extends PickProps, ShownColumns {
  readonly row: BoardRow;
  /** The index among all rows, from 0. */
  readonly place: number;
  /** Called with the row's element. */
  readonly measure: (element: HTMLElement | null) => void;
  readonly scale: ShareScale;
  readonly chance: number | null;
  readonly filter: QuestionFilter;
}

const Row = memo(function Row({ row, place, measure, scale, chance, filter, hasRuns, hasScores, ...pick }: RowProps) {
  const { runId, name, value, score, inputs } = row;
  return (
    <tr
      ref={measure}
      data-index={place}
      aria-rowindex={place + 2}
      className={runId === null ? "published-row" : undefined}
    >
      {hasRuns && <PickCell runId={runId} name={name} {...pick} />}
      <td className="number rank">
        <Rank row={row} />
      </td>
      <th scope="row" className="clamp">
        <ModelName row={row} filter={filter} />
      </th>
      <td className="wide-only soft small">{inputsText(inputs)}</td>
      <td className="number">
        <Value row={row} />
        {score !== null && <span className="faint small block">{intervalText(score)}</span>}
        {row.official !== null && percent(row.official) !== percent(value) && (
          <span className="faint small block">official {percent(row.official)}</span>
        )}
      </td>
      <td className="plot-cell">
        <IntervalPlot
          scale={scale}
          value={value}
          interval={score?.interval ?? null}
          chance={chance}
          isPublished={runId === null}
        />
      </td>
      {hasScores && <td className="number wide-only soft">{score === null ? "" : count(score.n)}</td>}
    </tr>
  );
});

/** A row's value. The best value is bold. Values that do not differ significantly from the best are underlined. */
function Value({ row }: { readonly row: BoardRow }) {
  const text = valueText(row.value, row.score);
  if (tiesWithBest(row))
    return (
      <u className="board-value" title="Does not differ significantly from the best">
        {text}
      </u>
    );
  return emphasisOf(row) === "best" ? (
    <strong className="board-value">{text}</strong>
  ) : (
    <span className="board-value">{text}</span>
  );
}

function Rank({ row }: { readonly row: BoardRow }) {
  const range = rankText(row);
  return (
    <>
      {row.taskMean?.partial === true ? `(${row.rank})` : row.rank}
      {range !== null && range !== String(row.rank) && (
        <span className="faint small block" title="The ranks that are possible within the error bars">
          {range}
        </span>
      )}
    </>
  );
}

function ModelName({ row, filter }: { readonly row: BoardRow; readonly filter: QuestionFilter }) {
  const { runId, name, organization, parameters, setting, source, inputs, isPartial, isOpenEnded } = row;
  const missing = partialText(row);
  const details = [organization, parameters, setting].filter((part) => part !== null);
  return (
    <>
      <span className="name clamp-text" title={name.length > 60 ? name : undefined}>
        {runId === null ? (
          name
        ) : (
          <Link to="/runs/$run" params={{ run: runId }} search={sliceSearch(filter)} className="plain-link">
            {name}
          </Link>
        )}
      </span>
      <span className="row-details faint small">
        {details.length > 0 && (
          <span className="name clamp-text" title={details.join(" · ")}>
            {details.join(" · ")}
          </span>
        )}
        <span className="narrow-only">{inputsText(inputs)}</span>
        {source !== null && <span>{source}</span>}
        {isPartial && <span className="tag warn">partial</span>}
        {missing !== null && (
          <span className="tag warn" title={PARTIAL_RANKS}>
            {missing}
          </span>
        )}
        {isOpenEnded && <span className="tag">without options</span>}
      </span>
    </>
  );
}
