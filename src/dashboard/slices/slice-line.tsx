import { Button } from "react-aria-components";
import { filterText } from "../../domain/slice/filter-text.ts";
import type { QuestionFilter } from "../../sdk/index.ts";
import { isEmpty } from "./filter-edit.ts";

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
