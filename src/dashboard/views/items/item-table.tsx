import { Link } from "@tanstack/react-router";
import { memo, useMemo, useRef } from "react";
import type { ItemField } from "../../../domain/item-statistics.ts";
import { counted } from "../../../domain/texts.ts";
import type { Item, ItemOrder } from "../../../sdk/index.ts";
import { DrawnNote, SpaceRow } from "../../components/list-end.tsx";
import { useShownRows } from "../../components/use-shown-rows.ts";
import { IntervalPlot, ShareAxis } from "../../figures/interval-plot.tsx";
import { shareScale } from "../../figures/scale.ts";
import { SortedHead } from "../leaderboard/column-sort.tsx";
import { coefficient, range, share } from "./items-page-queries.ts";

interface ItemTableProps {
  /** The slug. */
  readonly benchmark: string;
  readonly items: readonly Item[];
  /** The number of runs that are counted. */
  readonly runs: number;
  readonly order: ItemOrder;
  readonly onOrder: (order: ItemOrder) => void;
}

/** The estimated height of a row in pixels, used until the row has been drawn. */
const ROW_HEIGHT = 64;
/** The axis of the shares. It spans 0 to 1, because a question may be right in all runs or in none. */
const SCALE = shareScale([0, 1]);

/** A column that is left out if no question has its figure. */
interface Figure {
  readonly field: ItemField;
  readonly label: string;
  readonly title: string;
  readonly className: string;
  readonly value: (item: Item) => number | null;
  readonly text: (value: number | null) => string;
}

const FIGURES: readonly Figure[] = [
  {
    field: "DISCRIMINATION",
    label: "Discrimination",
    title: "The correlation of the score with the run's score on the other questions; negative if abler runs do worse",
    className: "number",
    value: ({ discrimination }) => discrimination,
    text: coefficient,
  },
  {
    field: "AGREEMENT",
    label: "Agreement, %",
    title: "How often two runs of different families of models chose the same option",
    className: "number wide-only",
    value: ({ agreement }) => agreement,
    text: share,
  },
  {
    field: "UNPARSED",
    label: "Unreadable, %",
    title: "The share of the responses in which no answer can be read",
    className: "number wide-only",
    value: ({ unparsed }) => unparsed,
    text: share,
  },
];

/** The questions, each with its share right and interval on one axis. */
export function ItemTable({ benchmark, items, runs, order, onOrder }: ItemTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = useMemo(() => items.map((item) => ({ key: item.question.id, item })), [items]);
  const { shown, before, after, measure } = useShownRows(body, rows, ROW_HEIGHT);
  const heads = sorting(order, onOrder);
  const figures = FIGURES.filter(
    ({ field, value }) => field === order.field || items.some((item) => value(item) !== null),
  );
  return (
    <div className="table-frame">
      <DrawnNote rows={items.length} instead="search" />
      <table className="table plot-table item-table" aria-rowcount={items.length + 1}>
        <caption className="visually-hidden">Statistics of questions, with 95 % intervals of the share right</caption>
        <thead>
          <tr>
            <SortedHead {...heads("ORDINAL")} label="Question" />
            <SortedHead
              {...heads("SHARE")}
              label="Right, % (95 %)"
              title="The share of the answers that are right, or their mean score, with its 95 % interval"
              className="number item-share"
            />
            <th scope="col" className="plot-column wide-only">
              <ShareAxis scale={SCALE} chance={null} />
            </th>
            {figures.map(({ field, label, title, className }) => (
              <SortedHead key={field} {...heads(field)} {...{ label, title }} className={`item-figure ${className}`} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {before > 0 && <SpaceRow height={before} columns={2} />}
          {shown.map(({ row, place }) => (
            <Row key={row.key} {...{ benchmark, runs, figures, place, measure }} item={row.item} />
          ))}
          {after > 0 && <SpaceRow height={after} columns={2} />}
        </tbody>
      </table>
    </div>
  );
}

/** The properties of the head of a sortable column. The first press sorts the smallest first, the next the largest first. */
const sorting = ({ field, direction }: ItemOrder, onOrder: (order: ItemOrder) => void) => {
  const sort = { column: field, direction: direction === "DESC" ? "desc" : "asc" } as const;
  return (column: ItemField) => ({
    column,
    sort,
    onSort: () => onOrder({ field: column, direction: column === field && direction !== "DESC" ? "DESC" : "ASC" }),
  });
};

interface RowProps {
  readonly benchmark: string;
  /** The number of runs that are counted. */
  readonly runs: number;
  readonly figures: readonly Figure[];
  readonly item: Item;
  /** The row's index among all rows, from 0. */
  readonly place: number;
  readonly measure: (element: HTMLElement | null) => void;
}

const Row = memo(function Row({ benchmark, runs, figures, item, place, measure }: RowProps) {
  const { question, asked, interval } = item;
  return (
    <tr ref={measure} data-index={place} aria-rowindex={place + 2}>
      <th scope="row" className="clamp">
        <Link
          from="/items/$benchmark"
          to="/items/$benchmark"
          params={{ benchmark }}
          search={(before) => ({ ...before, question: question.key })}
          className="plain-link name clamp-text"
        >
          {question.text}
        </Link>
        <span className="faint small block name">{question.key}</span>
      </th>
      <td className="number">
        {share(item.share)}
        <span className="faint small block">{range(interval)}</span>
        {asked < runs && <span className="faint small block">of {counted(asked, "run")}</span>}
      </td>
      <td className="plot-cell wide-only">
        {item.share !== null && <IntervalPlot scale={SCALE} value={item.share} interval={interval} chance={null} />}
      </td>
      {figures.map(({ field, value, text, className }) => {
        const figure = value(item);
        const isBad = field === "DISCRIMINATION" && figure !== null && figure < 0;
        return (
          <td key={field} className={isBad ? `item-bad ${className}` : className}>
            {text(figure)}
          </td>
        );
      })}
    </tr>
  );
});
