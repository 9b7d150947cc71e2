import { useQuery } from "@tanstack/react-query";
import type { QuestionFilter } from "../../sdk/index.ts";
import { omnidex } from "../data/page-client.ts";
import { isEmpty } from "./filter-edit.ts";
import { within } from "./slice-facets.ts";

interface SliceWarningsProps {
  /** The slug; null for all benchmarks. */
  readonly benchmark: string | null;
  readonly filter: QuestionFilter;
  /** Whether the warnings may be requested; see `useSettled`. */
  readonly isSettled: boolean;
}

/** The number of warnings shown. A slice over many benchmarks may have one for each. */
const MOST = 3;

/** Warnings about conditions that no question of a benchmark can meet. */
export function SliceWarnings({ benchmark, filter, isSettled }: SliceWarningsProps) {
  const { data } = useQuery({
    queryKey: ["slice", benchmark, filter],
    queryFn: ({ signal }) => omnidex().slice(within(benchmark, filter), { signal }),
    enabled: isSettled && !isEmpty(filter),
  });
  const warnings = isEmpty(filter) ? [] : (data?.warnings ?? []);
  if (warnings.length === 0) return null;
  return (
    <ul className="notice small slice-warnings" aria-label="About this slice">
      {warnings.slice(0, MOST).map(({ path, message, benchmark: slug }) => (
        <li key={`${path} ${slug}`} className="name">
          {message}
        </li>
      ))}
      {warnings.length > MOST && <li>{warnings.length - MOST} more conditions match nothing.</li>}
    </ul>
  );
}
