import { describe, expect, it } from "vitest";
import { durationBucketOf } from "../../src/domain/duration-buckets.ts";

describe("durationBucketOf", () => {
  // OmniVideoBench's Table 3: [0,60) [60,300) [300,600) [600,∞) seconds.
  it.each([
    [0, "under-1m"],
    [59.99, "under-1m"],
    [60, "1m-5m"],
    [299.99, "1m-5m"],
    [300, "5m-10m"],
    [599.99, "5m-10m"],
    [600, "over-10m"],
    [600.5, "over-10m"],
    [36_000, "over-10m"],
  ])("puts %d seconds into %s", (seconds, key) => expect(durationBucketOf(seconds)?.key).toBe(key));

  it("has no bucket for an unknown duration", () => expect(durationBucketOf(null)).toBeNull());
});
