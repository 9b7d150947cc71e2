import type { ImportVideo } from "./import-batch.ts";

/**
 * A duration bucket. All benchmarks have the same buckets, with the edges that OmniVideoBench's Table 3 effectively
 * uses: [0,60) [60,300) [300,600) [600,∞) seconds. The buckets of other benchmarks are kept as native labels.
 */
export interface DurationBucket {
  /** The value in `QuestionFilter.durationBuckets`. */
  readonly key: string;
  readonly label: string;
  /** Seconds, inclusive. */
  readonly from: number;
  /** Seconds, exclusive; `null` for no upper edge. */
  readonly to: number | null;
}

export const DURATION_BUCKETS: readonly DurationBucket[] = [
  { key: "under-1m", label: "under 1 min", from: 0, to: 60 },
  { key: "1m-5m", label: "1 to 5 min", from: 60, to: 300 },
  { key: "5m-10m", label: "5 to 10 min", from: 300, to: 600 },
  { key: "over-10m", label: "10 min and over", from: 600, to: null },
];

/** The bucket of a duration in seconds; `null` if the duration is unknown. */
export function durationBucketOf(seconds: number | null): DurationBucket | null {
  if (seconds === null) return null;
  return (
    DURATION_BUCKETS.find((bucket) => seconds >= bucket.from && (bucket.to === null || seconds < bucket.to)) ?? null
  );
}

/**
 * The benchmark's own term for a video's duration, as written in its file; `null` if there is none. Only WorldSense's
 * records have one (`"duration": "1-2min"`); in the other benchmarks' files, `duration` is the duration itself.
 */
export function durationLabelOf({
  durationLabel,
  native,
}: Pick<ImportVideo, "durationLabel" | "native">): string | null {
  if (durationLabel !== undefined) return durationLabel;
  const { duration } = native;
  return typeof duration === "string" && duration.endsWith("min") ? duration : null;
}
