import { Button } from "react-aria-components";
import type { QuestionFilter } from "../../sdk/index.ts";
import { isEmpty } from "./filter-edit.ts";

interface EmptySliceProps {
  readonly filter: QuestionFilter;
  readonly onFilter: (filter: QuestionFilter) => void;
}

/** Explains that a slice has no questions, and what to do. */
export const EmptySlice = ({ filter, onFilter }: EmptySliceProps) => (
  <div className="card row" role="status">
    {isEmpty(filter) ? (
      <p>There are no questions here yet.</p>
    ) : (
      <>
        <p>
          No question meets all conditions of this slice. The number beside a value says how many questions have it.
        </p>
        <Button className="button" onPress={() => onFilter({})}>
          Remove all conditions
        </Button>
      </>
    )}
  </div>
);
