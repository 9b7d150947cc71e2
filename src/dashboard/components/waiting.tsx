import { type ReactNode, useEffect, useState } from "react";
import { useOutage } from "../data/outage.ts";

/** Grey placeholder boxes for content that is being fetched. */
export function Skeletons({
  count,
  height,
  className = "stack",
}: {
  readonly count: number;
  /** The height of each box, as a CSS length. */
  readonly height: string;
  readonly className?: string;
}) {
  return (
    <div className={className} role="status" aria-label="Loading">
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the boxes are all alike
        <div key={place} className="skeleton" style={{ height }} />
      ))}
    </div>
  );
}

/** How long a request must take before the old content is dimmed, in milliseconds. */
const PATIENCE = 200;

interface StaleBlockProps {
  /** Whether the content is of an earlier request, while the next one is in flight. */
  readonly isStale: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * Content that stays while its successor is requested. It is dimmed only if that takes long: dimming a long table for a
 * moment would flicker, and its painting would delay the new rows. During an outage it is not dimmed, so that it can be read.
 */
export function StaleBlock({ isStale, className, children }: StaleBlockProps) {
  const isUp = useOutage() === null;
  const isDim = useLasting(isStale && isUp);
  const names = [className, isDim ? "stale" : undefined].filter((name) => name !== undefined);
  return (
    <div className={names.join(" ") || undefined} aria-busy={isStale}>
      {children}
    </div>
  );
}

/** Whether a condition has been true for some time. */
function useLasting(isTrue: boolean): boolean {
  const [hasLasted, setLasted] = useState(false);
  useEffect(() => {
    if (!isTrue) return;
    const timer = setTimeout(() => setLasted(true), PATIENCE);
    return () => {
      clearTimeout(timer);
      setLasted(false);
    };
  }, [isTrue]);
  return isTrue && hasLasted;
}
