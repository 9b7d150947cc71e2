import { useCallback, useLayoutEffect, useRef } from "react";
import type { QuestionFilter } from "../../sdk/index.ts";

/** Changes the slice: receives a function from the current filter to the next one. */
export type SliceEdit = (change: (filter: QuestionFilter) => QuestionFilter) => void;

/**
 * A {@link SliceEdit} that stays the same function when the filter changes, so that controls whose own conditions have
 * not changed need not be rendered again. An edit that follows another one before the filter has changed continues from
 * the result of that one.
 */
export function useSliceEdit(filter: QuestionFilter, onChange: (filter: QuestionFilter) => void): SliceEdit {
  const current = useRef(filter);
  const tell = useRef(onChange);
  useLayoutEffect(() => {
    current.current = filter;
  }, [filter]);
  useLayoutEffect(() => {
    tell.current = onChange;
  });
  return useCallback((change) => {
    current.current = change(current.current);
    tell.current(current.current);
  }, []);
}
