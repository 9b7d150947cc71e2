import { createHash } from "node:crypto";
import { followsReviews } from "../../domain/slice/follows-reviews.ts";
import type { Slice } from "../../domain/slice/question-slice.ts";
import { sliceFingerprint } from "../../domain/slice/slice-fingerprint.ts";
import { fetchLatestVerdicts } from "../conditions/key-review-queries.ts";
import type { Database } from "../db/database.ts";
import type { ReleaseCatalog } from "./release-catalog.ts";
import { VersionedCache } from "./versioned-cache.ts";

/** The questions of a release whose keys are ambiguous. */
export interface AmbiguousKeys {
  /** Ascending. */
  readonly ordinals: readonly number[];
  /** Part of the cache keys of slices that depend on reviews. Equal sets of questions have equal names. */
  readonly name: string;
}

/** The ambiguous keys by the primary key of the release. A release without a review is left out. */
export type AmbiguousByRelease = ReadonlyMap<number, AmbiguousKeys>;

const BYTES_OF_ORDINAL = 16;
const BYTES_OF_RELEASE = 500;

/** For slices that do not depend on reviews. */
export const NO_REVIEWS: AmbiguousByRelease = new Map();

/** Caches the answer keys that the latest reviews call ambiguous, for one version of the data. */
export class ReviewMemory {
  readonly #known: VersionedCache<AmbiguousByRelease>;

  constructor(private readonly database: Database) {
    this.#known = new VersionedCache(database.versions, 1_000_000, (releases) =>
      [...releases.values()].reduce((sum, { ordinals }) => sum + BYTES_OF_ORDINAL * ordinals.length, BYTES_OF_RELEASE),
    );
  }

  /** The reviews of all releases, read with one statement if they are not cached. */
  all(): Promise<AmbiguousByRelease> {
    return this.#known.get("", async () => {
      const found = new Map<number, number[]>();
      for (const { release, ordinal, verdict } of await fetchLatestVerdicts(this.database)) {
        const known = found.get(release) ?? [];
        found.set(release, known);
        if (verdict === "AMBIGUOUS") known.push(ordinal);
      }
      return new Map([...found].map(([release, ordinals]) => [release, { ordinals, name: nameOfSet(ordinals) }]));
    });
  }

  /**
   * The reviews that decide which questions a slice contains. Reads nothing for a slice that does not depend on
   * reviews.
   */
  async followedBy(slice: Slice): Promise<AmbiguousByRelease> {
    return followsReviews(slice) ? this.all() : NO_REVIEWS;
  }
}

const nameOfSet = (ordinals: readonly number[]): string =>
  createHash("sha256").update(ordinals.join()).digest("hex").slice(0, 32);

/**
 * The cache key of a slice of a release. If the slice depends on reviews, the cache key contains a hash of the set of
 * ambiguous answer keys, so a review that changes the set also changes the cache key.
 */
export function sliceName({ name, release }: ReleaseCatalog, slice: Slice, reviews: AmbiguousByRelease): string {
  const own = `${name}:${sliceFingerprint(slice)}`;
  return followsReviews(slice) ? `${own}:${reviews.get(release)?.name ?? ""}` : own;
}
