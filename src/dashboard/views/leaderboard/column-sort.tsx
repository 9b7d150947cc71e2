import { memo, type ReactNode } from "react";
import { Button } from "react-aria-components";
import type { ScoreTableCell, ScoreTablePage, ScoreTableRow } from "../../../sdk/index.ts";
import { Icon } from "../../components/icon.tsx";

/** The column by which rows are sorted (`rank`, `model`, `all`, … or the key of a column), and the direction. */
export interface ColumnSort {
  readonly column: string;
  readonly direction: "asc" | "desc";
}

export const BEST_FIRST: ColumnSort = { column: "all", direction: "desc" };

/** The columns whose natural order is ascending. */
const ASCENDING: ReadonlySet<string> = new Set(["rank", "model", "inputs"]);

/** Whether rows come from the API in this order: best first, which is also the order of their ranks. */
export const isApiOrder = ({ column, direction }: ColumnSort): boolean =>
  column === "rank" ? direction === "asc" : column === BEST_FIRST.column && direction === BEST_FIRST.direction;

/**
 * Parses the name of a column, with or without a minus sign. The name alone stands for the column's natural order, and
 * a minus sign reverses it: `all` is descending and `-all` ascending, `model` is ascending and `-model` descending.
 */
export function sortFrom(text: unknown): ColumnSort {
  if (typeof text !== "string" || text === "") return BEST_FIRST;
  const isTurned = text.startsWith("-");
  const column = isTurned ? text.slice(1) : text;
  return { column, direction: isTurned === ASCENDING.has(column) ? "desc" : "asc" };
}

/** The inverse of {@link sortFrom}; null for the default. */
export function sortText({ column, direction }: ColumnSort): string | null {
  if (column === BEST_FIRST.column && direction === BEST_FIRST.direction) return null;
  return (direction === "desc") === ASCENDING.has(column) ? `-${column}` : column;
}

/** A click on a column: its natural direction first, then the other. */
const nextSort = (sort: ColumnSort, column: string): ColumnSort =>
  sort.column === column
    ? { column, direction: sort.direction === "asc" ? "desc" : "asc" }
    : { column, direction: ASCENDING.has(column) ? "asc" : "desc" };

/**
 * The rows sorted by a column. Rows whose score in it is partial come after those with a complete one, and rows without one come
 * last, in both directions.
 */
export function sortedRows(
  page: Pick<ScoreTablePage, "columns" | "nodes">,
  { column, direction }: ColumnSort,
): readonly ScoreTableRow[] {
  const turn = direction === "asc" ? 1 : -1;
  if (column === "model") return [...page.nodes].sort((a, b) => turn * a.model.name.localeCompare(b.model.name, "en"));
  const place = page.columns.findIndex(({ keys }) => keys.map(({ key }) => key).join("/") === column);
  const cellOf = (row: ScoreTableRow): ScoreTableCell | null => (place < 0 ? row.overall : row.cells[place]) ?? null;
  return [...page.nodes].sort((a, b) => {
    const [left, right] = [cellOf(a), cellOf(b)];
    return completeness(left) - completeness(right) || turn * ((left?.value ?? 0) - (right?.value ?? 0));
  });
}

/** 0 for a complete score, 1 for a partial one, 2 for none. */
function completeness(cell: ScoreTableCell | null): number {
  if (cell === null) return 2;
  return cell.__typename === "ScoreTableRunCell" && cell.taskMean?.partial === true ? 1 : 0;
}

/** The name of the dimension of the columns: `level`, `audio type`. */
export const columnLabel = ({ columns }: Pick<ScoreTablePage, "columns">): string =>
  columns[0]?.keys.map(({ dimension }) => dimension.toLowerCase().replaceAll("_", " ")).join(" and ") ?? "column";

interface SortedHeadProps {
  readonly column: string;
  readonly label: string;
  readonly sort: ColumnSort;
  readonly onSort: (sort: ColumnSort) => void;
  readonly className?: string;
  /** What the column shows, for a pointer that rests on its head. */
  readonly title?: string | undefined;
  /** Content below the label. */
  readonly children?: ReactNode;
}

const ARIA_SORT = { asc: "ascending", desc: "descending" } as const;

/** The head of a column. Pressing it sorts the rows by the column; pressing it again reverses the order. */
export const SortedHead = memo(function SortedHead({
  column,
  label,
  sort,
  onSort,
  className,
  title,
  children,
}: SortedHeadProps) {
  return (
    <th
      scope="col"
      className={className}
      title={title}
      aria-sort={sort.column === column ? ARIA_SORT[sort.direction] : "none"}
    >
      <Button className="sort-button" onPress={() => onSort(nextSort(sort, column))}>
        {label}
        {sort.column === column && <Icon name={sort.direction === "asc" ? "up" : "down"} />}
      </Button>
      {children}
    </th>
  );
});
