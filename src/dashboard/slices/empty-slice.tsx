import { useQuery } from "@tanstack/react-query";
import { Button } from "react-aria-components";
import type { QuestionFilter } from "../../sdk/index.ts";
import { NotImported } from "../components/not-imported.tsx";
import { benchmarkQuery } from "../data/queries.ts";
import { isEmpty } from "./filter-edit.ts";

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
