import { useState } from "react";
import { Button } from "react-aria-components";
import { CheckBox } from "../components/check-box.tsx";
import { count } from "../data/figures-text.ts";
import { byCategory, type FacetValue, inOrder, withPicked } from "./facet-order.ts";
import type { PickedDimension } from "./filter-edit.ts";

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
