import { type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { startTransition, useEffect, useState } from "react";

/** Marks a query as the main one of its view. */
export const MAIN = { isMain: true } as const;

/**
 * Whether a view has come to rest since a key changed: its main queries have ended, and the browser has drawn their
 * results. Queries for secondary figures, such as counts of other slices, wait for it, so that they delay neither the
 * server's answer to the main query nor the drawing of that answer. A view without a main query is at rest after its next
 * frame.
 */
export function useSettled(key: string): boolean {
  const client = useQueryClient();
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => atRest(client, () => startTransition(() => setSettled(key))), [client, key]);
  return settled === key;
}

const isMain = ({ meta }: Query): boolean => meta?.isMain === true;

/**
 * Calls a function once no main query is in flight and the page has been drawn after that.
 * @returns a function that cancels the call
 */
export function atRest(client: QueryClient, act: () => void): () => void {
  /** Cancels the call that waits for a frame; null while a main query is in flight. */
  let cancel: (() => void) | null = null;
  const look = (): void => {
    if (client.isFetching({ predicate: isMain }) === 0) cancel ??= afterFrame(act);
    else {
      cancel?.();
      cancel = null;
    }
  };
  look();
  const unsubscribe = client.getQueryCache().subscribe(({ query }) => isMain(query) && look());
  return () => {
    cancel?.();
    unsubscribe();
  };
}

/**
 * Calls a function after the next frame has been drawn. In a window that is not visible, that is when it becomes visible.
 * @returns a function that cancels the call
 */
function afterFrame(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
