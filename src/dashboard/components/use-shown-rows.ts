import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, startTransition, useCallback, useEffect, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";

/** How many rows are drawn above and below the window. */
const OVERSCAN = 8;

/**
 * The largest table, in rows, that is drawn whole, so that the browser's search finds all of its rows. At this size,
 * scrolling a whole table drops fewer frames than drawing rows during the scrolling
 * (`npm run measure -- dashboard --only frames`).
 */
export const MOST_WHOLE = 500;

/**
 * The pause between drawing the rows in the window and all other rows, in milliseconds. It is used in browsers without
 * `requestIdleCallback`.
 */
const AFTER_ROWS_MS = 200;

/** The longest time that the rows outside the window wait for an idle browser, in milliseconds. */
const MOST_WAIT_MS = 1_000;

/** The rows of a table that are drawn, and the heights of the rows above and below them. */
export interface ShownRows<T> {
  readonly shown: readonly { readonly row: T; readonly place: number }[];
  /** Pixels above the first shown row. */
  readonly before: number;
  /** Pixels below the last shown row. */
  readonly after: number;
  /**
   * Whether the heights of rows are measured when their elements are made. An element must then not be reused for another
   * row.
   */
  readonly isMeasured: boolean;
  /** Call this with the element of each row, whose `data-index` is its index. */
  readonly measure: (element: HTMLElement | null) => void;
}

/**
 * Draws only the rows that are in the window, so that thousands of rows scroll as smoothly as ten. If the
 * table has at most {@link MOST_WHOLE} rows, or is being printed, all rows are drawn.
 *
 * @param body the element that holds the rows
 * @param height the estimated height of a row, in pixels
 */
export function useShownRows<T extends { readonly key: string }>(
  body: RefObject<HTMLElement | null>,
  rows: readonly T[],
  height: number,
): ShownRows<T> {
  const top = useTop(body);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: useCallback(() => height, [height]),
    overscan: OVERSCAN,
    scrollMargin: top,
    // Memoized, because the virtualizer recomputes the positions of all rows whenever this function changes.
    getItemKey: useCallback((place: number) => rows[place]?.key ?? place, [rows]),
  });
  const isPrinting = usePrinting();
  const isWhole = useIdle(rows);
  const isMeasured = rows.length > MOST_WHOLE;
  const measure = isMeasured ? virtualizer.measureElement : notMeasured;
  if (isPrinting || (isWhole && !isMeasured)) {
    const shown = rows.map((row, place) => ({ row, place }));
    return { shown, before: 0, after: 0, isMeasured, measure };
  }
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  return {
    shown: items.flatMap(({ index }) => {
      const row = rows[index];
      return row === undefined ? [] : [{ row, place: index }];
    }),
    before: first === undefined ? 0 : first.start - top,
    after: last === undefined ? 0 : virtualizer.getTotalSize() - (last.end - top),
    isMeasured,
    measure,
  };
}

/** Replaces `measure` for a table that will be drawn whole, because each measurement would force a layout of the table. */
const notMeasured = (): void => {};

/**
 * Whether the browser has been idle since a value changed. The rows in the window are drawn first, and the
 * others when the browser is idle, so that drawing them does not delay the first rows of a new slice.
 */
function useIdle(value: unknown): boolean {
  const [idleSince, setIdleSince] = useState<{ readonly value: unknown } | null>(null);
  useEffect(() => {
    const settle = (): void => startTransition(() => setIdleSince({ value }));
    // Safari has no `requestIdleCallback`.
    if (typeof requestIdleCallback === "undefined") {
      const timer = setTimeout(settle, AFTER_ROWS_MS);
      return () => clearTimeout(timer);
    }
    const request = requestIdleCallback(settle, { timeout: MOST_WAIT_MS });
    return () => cancelIdleCallback(request);
  }, [value]);
  return idleSince?.value === value;
}

/**
 * The distance of an element from the top of the page, in pixels. It changes when content above the element changes its
 * height, which also changes the size of the page. It is therefore measured on every resize of the page, and not while
 * the page scrolls.
 */
function useTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const read = (): void => {
      const box = element.current?.getBoundingClientRect();
      if (box !== undefined) setTop(Math.round(box.top + window.scrollY));
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return top;
}

/** Whether the page is being printed. For printing, rows outside the window must be drawn as well. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // When the listener returns, the browser prints the page as it then is. So the update must be synchronous.
    const begin = (): void => flushSync(() => setPrinting(true));
    const end = (): void => setPrinting(false);
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinting;
}
