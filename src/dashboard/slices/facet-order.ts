import { closedLabels, compareKeys } from "../../domain/dimension-labels.ts";
import type { PickedDimension } from "./filter-edit.ts";

export interface FacetValue {
  readonly key: string;
  readonly label: string;
  readonly questions: number;
}

/** A value with its depth in the category tree: 0 for a top category. */
export interface PlacedValue extends FacetValue {
  readonly depth: 0 | 1;
}

/** Whether the values of a dimension have a natural order. Other values are sorted by their number of questions. */
const hasOrder = (dimension: PickedDimension): boolean =>
  closedLabels(dimension).length > 0 || dimension === "DURATION_LABEL";

/** The values of a dimension in the order in which they are shown. */
export function inOrder(dimension: PickedDimension, values: readonly FacetValue[]): readonly PlacedValue[] {
  const sorted = hasOrder(dimension) ? [...values].sort((a, b) => compareKeys(dimension, a.key, b.key)) : values;
  return sorted.map((value) => ({ ...value, depth: 0 }));
}

/** The flattened category tree: each category, then its subcategories. `film-tv/news` is a subcategory of `film-tv`. */
export function byCategory(categories: readonly FacetValue[], leaves: readonly FacetValue[]): readonly PlacedValue[] {
  return categories.flatMap((category): PlacedValue[] => [
    { ...category, depth: 0 },
    ...leaves
      .filter(({ key }) => key.startsWith(`${category.key}/`))
      .map((leaf): PlacedValue => ({ ...leaf, depth: 1 })),
  ]);
}

/** The values of the slice, then picked values that none of its questions has: they must be listed to be unpicked. */
export function withPicked(values: readonly PlacedValue[], picked: readonly string[]): readonly PlacedValue[] {
  const present = new Set(values.map(({ key }) => key));
  const absent = picked.filter((key) => !present.has(key));
  return [...values, ...absent.map((key): PlacedValue => ({ key, label: key, questions: 0, depth: 0 }))];
}
