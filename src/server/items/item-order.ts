import type { ItemField } from "../../domain/item-statistics.ts";
import type { Figure } from "../../scoring/items/evidence.ts";
import type { QuestionStatistics } from "../../scoring/items/question-statistics.ts";
import type { ItemFigures } from "../workers/analyse-items.ts";
import { isShown } from "./item.ts";

export interface ItemOrder {
  readonly field: ItemField;
  readonly direction: "ASC" | "DESC";
}

/** The figure of each order, and the column that holds it. */
const FIGURES: Readonly<
  Record<Exclude<ItemField, "ORDINAL">, readonly [Figure, (statistics: QuestionStatistics) => Float64Array]>
> = {
  SHARE: ["share", ({ share }) => share],
  DISCRIMINATION: ["discrimination", ({ itemRest }) => itemRest],
  UNPARSED: ["share", ({ unparsed }) => unparsed],
  AGREEMENT: ["share", ({ agreement }) => agreement],
};

/**
 * Orders questions by one of their figures. Questions without the figure come last, and ties are in the order of the
 * release. A withheld figure is not used, because the order would reveal it.
 * @param ordinals ascending
 */
export function orderedItems(
  figures: ItemFigures,
  ordinals: readonly number[],
  { field, direction }: ItemOrder,
): readonly number[] {
  if (field === "ORDINAL") return direction === "ASC" ? ordinals : ordinals.toReversed();
  const [figure, columnOf] = FIGURES[field];
  const column = columnOf(figures.statistics);
  const isKnown = (ordinal: number): boolean =>
    isShown(figure, figures, ordinal) && !Number.isNaN(column[ordinal] ?? Number.NaN);
  const known = ordinals.filter(isKnown);
  const sign = direction === "ASC" ? 1 : -1;
  known.sort((a, b) => sign * ((column[a] ?? 0) - (column[b] ?? 0)) || a - b);
  return known.length === ordinals.length ? known : [...known, ...ordinals.filter((ordinal) => !isKnown(ordinal))];
}
