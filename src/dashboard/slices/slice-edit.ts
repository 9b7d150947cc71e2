import { useCallback, useLayoutEffect, useRef } from "react";
import type { QuestionFilter } from "../../sdk/index.ts";

/** Changes the slice: receives a function from the current filter to the next one. */
export type SliceEdit = (change: (filter: QuestionFilter) => QuestionFilter) => void;

/**
 * A {@link SliceEdit} that stays the same function when the filter changes, so that controls whose own conditions have
 * not changed need not be rendered again.
 */
export function useSliceEdit(filter: QuestionFilter, onChange: (filter: QuestionFilter) => void): SliceEdit {
  const latest = useRef({ filter, onChange });
  useLayoutEffect(() => {
    latest.current = { filter, onChange };
  });
  return useCallback((change) => latest.current.onChange(change(latest.current.filter)), []);
}
