import type { Page } from "playwright-core";

/** An event of Chromium's tracing; times are microseconds. @see https://chromium.googlesource.com/catapult */
interface TraceEvent {
  readonly name: string;
  readonly ts: number;
  readonly args?: {
    readonly data?: { readonly duration?: number; readonly interactionId?: number; readonly type?: string };
    readonly frame_reporter?: { readonly state?: string; readonly affects_smoothness?: boolean };
  };
}

/** The traced categories: they contain paints, interactions, and the frames of the compositor. */
const CATEGORIES = ["loading", "rail", "blink.user_timing", "devtools.timeline", "cc", "benchmark"];

/** Traces the browser of a page during some work. The browser must show no other page. */
export async function traced(page: Page, work: () => Promise<void>): Promise<readonly TraceEvent[]> {
  const browser = page.context().browser();
  if (browser === null) throw new Error("The page has no browser.");
  await browser.startTracing(page, { categories: CATEGORIES });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  return traceEvents;
}

/** Milliseconds from the start of the last navigation to its first contentful paint. */
export function firstPaint(events: readonly TraceEvent[]): number {
  const paint = events.findLast(({ name }) => name === "firstContentfulPaint");
  const start = events.findLast(({ name, ts }) => name === "navigationStart" && ts < (paint?.ts ?? 0));
  return ((paint?.ts ?? Number.NaN) - (start?.ts ?? Number.NaN)) / 1_000;
}

/** Milliseconds from each click to the next frame on the screen, as Interaction to Next Paint measures it. */
export const interactions = (events: readonly TraceEvent[]): readonly number[] => {
  const longest = new Map<number, number>();
  for (const { name, args } of events) {
    const { interactionId = 0, duration = 0 } = (name === "EventTiming" && args?.data) || {};
    if (interactionId > 0) longest.set(interactionId, Math.max(duration, longest.get(interactionId) ?? 0));
  }
  return [...longest.values()];
};

/** How many frames the compositor showed, and how many it visibly dropped. Drops that affect no motion are not counted. */
export function frames(events: readonly TraceEvent[]): { readonly shown: number; readonly dropped: number } {
  const states = events.flatMap(({ name, args }) =>
    name === "PipelineReporter" && args?.frame_reporter !== undefined ? [args.frame_reporter] : [],
  );
  return {
    shown: states.filter(({ state }) => state === "STATE_PRESENTED_ALL" || state === "STATE_PRESENTED_PARTIAL").length,
    dropped: states.filter(({ state, affects_smoothness: seen }) => state === "STATE_DROPPED" && seen === true).length,
  };
}
