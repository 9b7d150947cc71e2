import { extent, nice, ticks } from "d3-array";

/** An axis of shares, with the position of each value and the ticks. */
export interface ShareScale {
  readonly lower: number;
  readonly upper: number;
  /** The position of a value as a percentage of the width, from 0 to 100. */
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** The narrowest axis. On a narrower one, a tenth of a point would look like a large difference. */
const NARROWEST = 0.1;

/** An axis that contains all of the values, with round ends between 0 and 1. Without values, it is the whole range. */
export function shareScale(values: readonly number[]): ShareScale {
  const [least = 0, most = 1] = extent(values);
  const missing = Math.max(0, NARROWEST - (most - least)) / 2;
  const [start, end] = nice(clamp(least - missing), clamp(most + missing), 5);
  const [lower, upper] = [clamp(start), clamp(end)];
  return { lower, upper, at: (value) => position(value, lower, upper), ticks: ticks(lower, upper, 5) };
}

/** An axis of differences of shares, with zero in the middle. */
export type DifferenceScale = Pick<ShareScale, "at" | "ticks">;

/** An axis that contains all of the intervals and is symmetric about zero. */
export function differenceScale(
  intervals: readonly { readonly lower: number; readonly upper: number }[],
): DifferenceScale {
  const farthest = Math.max(0.01, ...intervals.flatMap(({ lower, upper }) => [Math.abs(lower), Math.abs(upper)]));
  const [lower, upper] = nice(-Math.min(1, farthest), Math.min(1, farthest), 6);
  return { at: (value) => position(value, lower, upper), ticks: ticks(lower, upper, 6) };
}

/** Where a value lies between two ends, as a percentage. */
const position = (value: number, lower: number, upper: number): number => (100 * (value - lower)) / (upper - lower);
