import { useQuery } from "@tanstack/react-query";
import { Button } from "react-aria-components";
import type { QuestionFilter } from "../../sdk/index.ts";
import { NotImported } from "../components/not-imported.tsx";
import { benchmarkQuery } from "../data/queries.ts";
import { ViewFailure } from "../shell/view-states.tsx";
import { isEmpty } from "./filter-edit.ts";
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

interface EmptySliceProps {
  /** The slug; null for all benchmarks. */
  readonly benchmark: string | null;
  readonly filter: QuestionFilter;
  readonly onFilter: (filter: QuestionFilter) => void;
}

/** Explains that a slice has no questions, and what to do. */
export function EmptySlice({ benchmark, filter, onFilter }: EmptySliceProps) {
  const { data } = useQuery({ ...benchmarkQuery(benchmark ?? ""), enabled: benchmark !== null });
  if (data?.release === null) return <NotImported benchmark={data.slug} />;
  return (
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
}
