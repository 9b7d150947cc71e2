import { type ReactNode, useRef } from "react";
import { useColumnsInView } from "./use-columns-in-view.ts";

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
