import { useState } from "react";
import { Button } from "react-aria-components";
import { closedLabels, compareKeys } from "../../domain/dimension-labels.ts";
import { CheckBox } from "../components/choices.tsx";
import { count } from "../data/figures-text.ts";
import type { PickedDimension } from "./filter-edit.ts";

export interface FacetValue {
  readonly key: string;
  readonly label: string;
  readonly questions: number;
}

/** A value with its depth in the category tree: 0 for a top category. */
interface PlacedValue extends FacetValue {
  readonly depth: 0 | 1;
}

/** Whether the values of a dimension have a natural order. Other values are sorted by their number of questions. */
const hasOrder = (dimension: PickedDimension): boolean =>
  closedLabels(dimension).length > 0 || dimension === "DURATION_LABEL";

/** The values of a dimension in the order in which they are shown. */
function inOrder(dimension: PickedDimension, values: readonly FacetValue[]): readonly PlacedValue[] {
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

/** The number of values that are shown before the reader asks for all of them. */
const SHOWN = 8;

interface FacetGroupProps {
  readonly dimension: PickedDimension;
  readonly title: string;
  readonly values: readonly FacetValue[];
  /** The subcategories, for the group of categories; empty if the categories are flat. */
  readonly leaves?: readonly FacetValue[];
  readonly picked: readonly string[];
  readonly onToggle: (value: string) => void;
  readonly onClear: () => void;
}

/** The values of one dimension, each with its number of questions as a figure and as a bar. */
export function FacetGroup({ dimension, title, values, leaves = [], picked, onToggle, onClear }: FacetGroupProps) {
  const [isWhole, setWhole] = useState(false);
  const all = withPicked(dimension === "CATEGORY" ? byCategory(values, leaves) : inOrder(dimension, values), picked);
  const shown = isWhole ? all : all.filter(({ key }, place) => place < SHOWN || picked.includes(key));
  const most = Math.max(1, ...all.map(({ questions }) => questions));
  return (
    <fieldset aria-label={title} className="facet-values">
      {shown.map(({ key, label, questions, depth }) => (
        <CheckBox
          key={key}
          className={`facet-value depth-${depth}`}
          isSelected={picked.includes(key)}
          isMixed={depth === 0 && picked.some((one) => one.startsWith(`${key}/`))}
          onChange={() => onToggle(key)}
        >
          <span className="facet-label name">{label}</span>
          <span className="facet-count">{count(questions)}</span>
          <svg className="facet-bar" aria-hidden="true" width="100%" height="2">
            <rect width={`${(100 * questions) / most}%`} height="2" />
          </svg>
        </CheckBox>
      ))}
      <div className="row">
        {all.length > shown.length && (
          <Button className="text-button" onPress={() => setWhole(true)}>
            {all.length - shown.length} more
          </Button>
        )}
        {picked.length > 0 && (
          <Button className="text-button" aria-label={`Clear ${title}`} onPress={onClear}>
            Clear
          </Button>
        )}
      </div>
    </fieldset>
  );
}
