import type { QuestionFilter } from "../../sdk/index.ts";
import { durationText } from "./duration-text.ts";
import { pruned } from "./filter-edit.ts";

/**
 * The lower edges of the histogram's bars, in seconds. The last bar is open-ended. The edges of the DURATION dimension's
 * buckets are among them.
 */
export const EDGES = [0, 15, 30, 60, 120, 180, 300, 420, 600, 900, 1800, 3600] as const;

/** A range in seconds, with `upper` excluded. Null means no bound. */
export interface DurationRange {
  readonly lower: number | null;
  readonly upper: number | null;
}

/** The bounds that a filter sets. */
export function durationRange({ durationSeconds }: QuestionFilter): DurationRange {
  const { gte, gt, lt, lte } = durationSeconds ?? {};
  return { lower: gte ?? gt ?? null, upper: lt ?? lte ?? null };
}

export function withRange(filter: QuestionFilter, { lower, upper }: DurationRange): QuestionFilter {
  const bounds = pruned({ gte: lower ?? undefined, lt: upper ?? undefined });
  return pruned({ ...filter, durationSeconds: Object.keys(bounds).length === 0 ? undefined : bounds });
}

/** The range of each bar. */
export const BINS: readonly DurationRange[] = EDGES.map((edge, place) => ({
  lower: edge,
  upper: EDGES[place + 1] ?? null,
}));

/** The indexes of the edges that a range is drawn between. A bound between two edges is drawn at the outer one. */
export function edgesOf({ lower, upper }: DurationRange): readonly [from: number, to: number] {
  const from =
    lower === null
      ? 0
      : Math.max(
          0,
          EDGES.findLastIndex((edge) => edge <= lower),
        );
  const next = upper === null ? -1 : EDGES.findIndex((edge) => edge >= upper);
  return [from, Math.max(from + 1, next === -1 ? EDGES.length : next)];
}

export const rangeBetween = (from: number, to: number): DurationRange => ({
  lower: from === 0 ? null : (EDGES[from] ?? null),
  upper: EDGES[to] ?? null,
});

/** `any duration`, `from 1:00`, `shorter than 5:00`, `1:00 to 5:00` */
export function rangeText({ lower, upper }: DurationRange): string {
  if (lower === null) return upper === null ? "any duration" : `shorter than ${durationText(upper)}`;
  return upper === null ? `from ${durationText(lower)}` : `${durationText(lower)} to ${durationText(upper)}`;
}
