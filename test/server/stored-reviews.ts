import { sql } from "drizzle-orm";
import type { KeyVerdict } from "../../src/domain/vocabulary.ts";
import type { Database } from "../../src/server/db/database.ts";

/**
 * Stores reviews of questions in a benchmark's current release, in this order. Unlike `reviewKey`, it needs no runs.
 */
export const storeReviews = (
  database: Database,
  benchmark: string,
  reviews: readonly (readonly [ordinal: number, verdict: KeyVerdict])[],
): Promise<void> =>
  database.transaction(async (tx) => {
    for (const [ordinal, verdict] of reviews)
      await tx.query(sql`
        insert into key_reviews (release_id, ordinal, verdict, key, key_revision, reviewer, reason)
        select r.id, ${ordinal}::int, ${verdict}::text, 1, 1, 'mia', 'looked at'
        from releases r join benchmarks b on b.id = r.benchmark_id where b.slug = ${benchmark}::text and r.is_current`);
  });

/** Reviews, some of which replace an earlier review. `AMBIGUOUS_AFTER` lists the ordinals that are ambiguous at the end. */
export const SOME_REVIEWS: readonly (readonly [number, KeyVerdict])[] = [
  [1, "AMBIGUOUS"],
  [4, "AMBIGUOUS"],
  [6, "RIGHT"],
  [9, "AMBIGUOUS"],
  [11, "AMBIGUOUS"],
  [4, "RIGHT"],
  [6, "AMBIGUOUS"],
  [12, "CONFIRMED"],
];
export const AMBIGUOUS_AFTER = [1, 6, 9, 11] as const;
