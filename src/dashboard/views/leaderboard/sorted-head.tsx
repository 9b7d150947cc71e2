import { memo, type ReactNode } from "react";
import { Button } from "react-aria-components";
import { Icon } from "../../components/icon.tsx";
import { type ColumnSort, nextSort } from "./column-sort.ts";

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
