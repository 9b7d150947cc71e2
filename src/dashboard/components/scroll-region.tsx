import type { ReactNode } from "react";

interface ScrollRegionProps {
  /** The name of the region, for screen readers. */
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** A part of a page that scrolls separately. It takes the focus, so that keyboards can scroll it. */
export const ScrollRegion = ({ label, className, children }: ScrollRegionProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
  <section className={className} aria-label={label} tabIndex={0}>
    {children}
  </section>
);
