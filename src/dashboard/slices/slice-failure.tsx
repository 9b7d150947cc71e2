import { Button } from "react-aria-components";
import type { QuestionFilter } from "../../sdk/index.ts";
import { ViewFailure } from "../shell/view-states.tsx";
import { type FilterFault, filterFaults, hasPath, withoutPath, withValueAt } from "./filter-fault-note.ts";

interface SliceFailureProps {
  readonly error: Error;
  readonly filter: QuestionFilter;
  readonly onFilter: (filter: QuestionFilter) => void;
  readonly reset: () => void;
}

/** An error of a view over a slice. Invalid conditions are listed, and each can be corrected or removed. */
export function SliceFailure({ error, filter, onFilter, reset }: SliceFailureProps) {
  const faults = filterFaults(error);
  if (faults.length === 0) return <ViewFailure error={error} reset={reset} />;
  return (
    <div className="card stack slice-failure" role="alert">
      <h2>{faults.length === 1 ? "A condition of this slice is wrong" : "Conditions of this slice are wrong"}</h2>
      <ul className="stack">
        {faults.map((fault) => (
          <Fault key={fault.path.join(".") + fault.reason} fault={fault} filter={filter} onFilter={onFilter} />
        ))}
      </ul>
      <div className="row">
        <Button className="text-button" onPress={() => onFilter({})}>
          Remove all conditions
        </Button>
      </div>
    </div>
  );
}

type FaultProps = Pick<SliceFailureProps, "filter" | "onFilter"> & { readonly fault: FilterFault };

function Fault({ fault: { path, reason, nearest }, filter, onFilter }: FaultProps) {
  const isThere = hasPath(filter, path);
  return (
    <li>
      <p className="name">{reason}</p>
      <div className="row">
        {isThere && nearest !== null && (
          <Button className="button name" onPress={() => onFilter(withValueAt(filter, path, nearest))}>
            Use {nearest}
          </Button>
        )}
        {isThere && (
          <Button className="button" onPress={() => onFilter(withoutPath(filter, path))}>
            Remove this condition
          </Button>
        )}
      </div>
    </li>
  );
}
