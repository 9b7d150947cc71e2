import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button } from "react-aria-components";
import type { QuestionFilter } from "../../sdk/index.ts";
import { Icon } from "../components/icon.tsx";
import { omnidex } from "../data/query-client.ts";
import { useSettled } from "../data/use-settled.ts";
import { isEmpty } from "./filter-edit.ts";
import { SliceBuilder } from "./slice-builder.tsx";
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
function SliceWarnings({ benchmark, filter, isSettled }: SliceWarningsProps) {
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

interface SlicedLayoutProps {
  readonly head: ReactNode;
  /** The slug; null for all benchmarks. */
  readonly benchmark: string | null;
  readonly filter: QuestionFilter;
  /** The id of an earlier release, for a view that does not show the current one. */
  readonly release?: string | null;
  readonly onFilter: (filter: QuestionFilter) => void;
  /** Whether there are no questions, so that nothing can be sliced. The slice builder is then left out. */
  readonly isPlain?: boolean;
  readonly children: ReactNode;
}

/** A view over a slice, with the slice builder beside it; on narrow screens, behind a button above it. */
export function SlicedLayout(props: SlicedLayoutProps) {
  const { head, benchmark, filter, release = null, onFilter, isPlain = false, children } = props;
  const [isOpen, setOpen] = useState(false);
  const isSettled = useSettled(JSON.stringify([benchmark, filter]));
  return (
    <div className="sliced">
      <header className="sliced-head">{head}</header>
      {!isPlain && (
        <>
          <Button className="button sliced-toggle no-print" onPress={() => setOpen(!isOpen)}>
            <Icon name="filter" />
            {isOpen ? "Hide the slice" : "Change the slice"}
          </Button>
          <aside className={isOpen ? "sliced-builder open no-print" : "sliced-builder no-print"} aria-label="Slice">
            <SliceBuilder {...{ benchmark, filter, release, isSettled }} onChange={onFilter} />
          </aside>
        </>
      )}
      <div className="sliced-content">
        {/* The warnings are about current releases. */}
        {release === null && <SliceWarnings benchmark={benchmark} filter={filter} isSettled={isSettled} />}
        {children}
      </div>
    </div>
  );
}
