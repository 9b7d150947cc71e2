import { useIsFetching } from "@tanstack/react-query";
import { useDeferredValue } from "react";

/** Marks a query as the main one of its view. */
export const MAIN = { isMain: true } as const;

/**
 * Delays a value for secondary queries, such as counts of other slices, until the view is drawn. Enable such queries
 * only while no main query is in flight, so that the server answers the main query first.
 */
export function useSettled<T>(value: T): { readonly value: T; readonly isSettled: boolean } {
  const settled = useDeferredValue(value);
  const fetching = useIsFetching({ predicate: ({ meta }) => meta?.isMain === true });
  return { value: settled, isSettled: fetching === 0 };
}
