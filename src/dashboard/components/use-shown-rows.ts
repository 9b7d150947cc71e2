import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect, useState } from "react";
import { usePrinting } from "./use-printing.ts";

/** How many rows are drawn above and below the window. */
const OVERSCAN = 8;

/** The rows of a table that are in the window, and the heights of the rows above and below it. */
export interface ShownRows<T> {
  readonly shown: readonly { readonly row: T; readonly place: number }[];
  /** Pixels above the first shown row. */
  readonly before: number;
  /** Pixels below the last shown row. */
  readonly after: number;
  /** Call this with the element of each row, whose `data-index` is its index. */
  readonly measure: (element: HTMLElement | null) => void;
}

/**
 * Draws only the rows that are in the window, so that thousands scroll as smoothly as ten; on paper, all.
 *
 * @param body the element that holds the rows
 * @param height the estimated height of a row, in pixels
 */
export function useShownRows<T extends { readonly key: string }>(
  body: RefObject<HTMLElement | null>,
  rows: readonly T[],
  height: number,
): ShownRows<T> {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const box = body.current?.getBoundingClientRect();
    if (box !== undefined) setTop(Math.round(box.top + window.scrollY));
  });
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => height,
    overscan: OVERSCAN,
    scrollMargin: top,
    getItemKey: (place) => rows[place]?.key ?? place,
  });
  const isPrinting = usePrinting();
  if (isPrinting) {
    const shown = rows.map((row, place) => ({ row, place }));
    return { shown, before: 0, after: 0, measure: virtualizer.measureElement };
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
    measure: virtualizer.measureElement,
  };
}
