import { Button } from "react-aria-components";
import type { QuestionFilter } from "../../sdk/index.ts";
import { isEmpty, pruned } from "./filter-edit.ts";

/** The conditions of a filter, one text each: `levels: reasoning`, `durationSeconds: gt 600`. */
export const filterText = (filter: QuestionFilter): readonly string[] =>
  Object.entries(pruned(filter)).map(([field, value]) => `${field}: ${valueText(value)}`);

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(", ");
  if (typeof value !== "object" || value === null) return String(value).toLowerCase();
  return Object.entries(pruned(value))
    .map(([name, part]) => `${name} ${valueText(part)}`)
    .join(", ");
}

interface SliceLineProps {
  readonly filter: QuestionFilter;
  readonly onClear: () => void;
}

/**
 * The slice of a page in one line. It is shown in print, and also while the builder is closed. Renders nothing for the
 * whole benchmark.
 */
export function SliceLine({ filter, onClear }: SliceLineProps) {
  if (isEmpty(filter)) return null;
  return (
    <p className="row small slice-line">
      <span className="soft">Only questions with</span>
      {filterText(filter).map((condition) => (
        <span key={condition} className="tag name">
          {condition}
        </span>
      ))}
      <Button className="text-button no-print" onPress={onClear}>
        Show all
      </Button>
    </p>
  );
}
