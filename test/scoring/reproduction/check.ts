import type { Bounds } from "./published-means.ts";
import { cellOf, type TableRow } from "./published-tables.ts";

/** A printed figure, and the same figure computed from other printed figures. */
export interface Comparison {
  /** The row and the cell. */
  readonly label: string;
  readonly printed: number;
  /** For a check of bounds, the figure within the bounds that is nearest to the printed one. */
  readonly computed: number;
}

/** The recomputed figures of one published table, and their source. */
export interface Check {
  readonly source: string;
  /** Whether the figures are computed, or only known to lie between bounds. */
  readonly kind: "value" | "bound";
  readonly what: string;
  readonly from: string;
  /** In percentage points. */
  readonly tolerance: number;
  readonly comparisons: readonly Comparison[];
  /** Why some figures disagree; `null` if all agree. */
  readonly reason: string | null;
}

/** The results for the tables of one benchmark. */
export interface Reproduction {
  readonly title: string;
  readonly checks: readonly Check[];
  /** Markdown, for docs/reproduction.md. */
  readonly notes: readonly string[];
  /** Markdown, for bench/results/reproduction.md. */
  readonly details: readonly string[];
  /** The tables for which nothing can be computed, each with the reason. */
  readonly unchecked: ReadonlyMap<string, string>;
}

export const differenceOf = ({ printed, computed }: Comparison): number => Math.abs(printed - computed);

export const exceptionsOf = (check: Check): readonly Comparison[] =>
  check.comparisons.filter((comparison) => differenceOf(comparison) > check.tolerance + 1e-9);

export const largestDifference = (comparisons: readonly Comparison[]): number =>
  Math.max(...comparisons.map(differenceOf));

export const meanDifference = (comparisons: readonly Comparison[]): number =>
  comparisons.reduce((sum, comparison) => sum + differenceOf(comparison), 0) / comparisons.length;

export const compareCell = (row: TableRow, key: string, computed: number): Comparison => ({
  label: `${row.label}: ${key}`,
  printed: cellOf(row, key),
  computed,
});

/** Compares one cell with the range that it must lie in. */
export function compareBounds(row: TableRow, key: string, { lower, upper }: Bounds): Comparison {
  return compareCell(row, key, Math.min(upper, Math.max(lower, cellOf(row, key))));
}

/** Compares all cells of a table that another table also prints. */
export function compareTables(
  rows: readonly TableRow[],
  others: readonly TableRow[],
  keys: readonly string[],
  sameRow: (row: TableRow, other: TableRow) => boolean = (row, other) => row.model === other.model,
): Comparison[] {
  return rows.flatMap((row) => {
    const other = others.find((candidate) => sameRow(row, candidate));
    return other === undefined ? [] : keys.map((key) => compareCell(row, key, cellOf(other, key)));
  });
}
