import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";

/** Which columns of a table that scrolls sideways are in view. */
export interface ColumnsInView {
  /** The number of the first and of the last column that is wholly in view, from 1. */
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

/**
 * The columns of numbers that are in view. Null if the whole table fits.
 *
 * @param frame the element that scrolls
 * @param columns changes when the table has other columns
 */
export function useColumnsInView(frame: RefObject<HTMLElement | null>, columns: unknown): ColumnsInView | null {
  const [inView, setInView] = useState<ColumnsInView | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns have to be measured again
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const look = (): void => setInView((last) => same(last, measured(element)));
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    for (const table of element.querySelectorAll("table")) observer.observe(table);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [frame, columns]);
  return inView;
}

/** The last state if nothing has changed, so that scrolling within a column draws nothing. */
const same = (last: ColumnsInView | null, next: ColumnsInView | null): ColumnsInView | null =>
  JSON.stringify(last) === JSON.stringify(next) ? last : next;

/** Fractions of a pixel do not cover a column. */
const TOLERANCE = 2;

function measured(element: HTMLElement): ColumnsInView | null {
  if (element.scrollWidth <= element.clientWidth + TOLERANCE) return null;
  const { left, right } = element.getBoundingClientRect();
  const names = element.querySelector("thead th:not(.number):not(.pick-column)")?.getBoundingClientRect();
  const start = Math.max(left, names?.right ?? left) - TOLERANCE;
  const heads = [...element.querySelectorAll("thead th.number")].map((head) => head.getBoundingClientRect());
  const isInView = heads.map((head) => head.left >= start && head.right <= right + TOLERANCE);
  const first = isInView.indexOf(true);
  if (first < 0) return null;
  return { first: first + 1, last: isInView.lastIndexOf(true) + 1, count: heads.length };
}

/** Scrolls a table by the columns that are in view, to the left (-1) or to the right (1). */
export function scrollColumns(element: HTMLElement | null, direction: -1 | 1): void {
  if (element === null) return;
  const names = element.querySelector("thead th:not(.number):not(.pick-column)")?.clientWidth ?? 0;
  element.scrollBy({ left: direction * Math.max(80, element.clientWidth - names - 80), behavior: "smooth" });
}

interface ScrollRegionProps {
  /** The name of the region, for screen readers. */
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}

/**
 * A part of a page that scrolls separately. It takes the focus, so that keyboards can scroll it. A shade at its right edge
 * says that a table in it has more columns.
 */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  const frame = useRef<HTMLElement>(null);
  const inView = useColumnsInView(frame, null);
  const hasMore = inView !== null && inView.last < inView.count;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={frame} className={hasMore ? `${className} has-more` : className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
