import { Button } from "react-aria-components";
import type { QuestionFilter } from "../../sdk/index.ts";
import { isEmpty } from "./filter-edit.ts";
import { filterText } from "./filter-text.ts";
import { SliceWarnings } from "./slice-warnings.tsx";

interface SliceLineProps {
  /** The slug. */
  readonly benchmark: string;
  readonly filter: QuestionFilter;
  readonly onClear: () => void;
}

/** The slice of a page in one line, with its warnings. Renders nothing for the whole benchmark. */
export function SliceLine({ benchmark, filter, onClear }: SliceLineProps) {
  if (isEmpty(filter)) return null;
  return (
    <div className="stack tight">
      <p className="row small slice-line">
        <span className="soft">Only questions with</span>
        {filterText(filter).map((condition) => (
          <span key={condition} className="tag name">
            {condition}
          </span>
        ))}
        <Button className="text-button" onPress={onClear}>
          Show all
        </Button>
      </p>
      <SliceWarnings benchmark={benchmark} filter={filter} />
    </div>
  );
}
