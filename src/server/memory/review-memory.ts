import { createHash } from "node:crypto";
import { notFound } from "../../domain/errors.ts";
import { type ByStatistic, byStatistic, ITEM_STATISTIC_NAMES } from "../../domain/item-statistics.ts";
import { encodeStoredId } from "../../domain/node-id.ts";
import { followsReviews } from "../../domain/slice/follows-reviews.ts";
import type { Slice } from "../../domain/slice/question-slice.ts";
import { sliceFingerprint } from "../../domain/slice/slice-fingerprint.ts";
import { fetchLatestVerdicts } from "../conditions/key-review-queries.ts";
import type { Database, Queryable } from "../db/database.ts";
import { CountedCache } from "../telemetry/counted-cache.ts";
import { fetchSnapshotStatistics } from "./item-snapshot-queries.ts";
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

/** The statistics in an item snapshot, by ordinal of the questions of its release. */
export interface SnapshotStatistics {
  /** The release's primary key. */
  readonly release: number;
  /** A statistic is `NaN` if it is undefined or comes from too few runs. */
  readonly statistics: ByStatistic<Float64Array>;
}

const BYTES_OF_QUESTION = 8 * ITEM_STATISTIC_NAMES.length;
const BYTES_OF_OBJECT = 500;

/** Caches item snapshots. A snapshot never changes, so the cache cannot become stale. */
export class SnapshotMemory {
  readonly #known: CountedCache<number, SnapshotStatistics>;

  constructor(
    private readonly database: Queryable,
    budget: number,
  ) {
    this.#known = new CountedCache("item-snapshots", {
      maxSize: budget,
      sizeCalculation: ({ statistics }) => BYTES_OF_OBJECT + statistics.difficulty.length * BYTES_OF_QUESTION,
    });
  }

  /** @throws `NOT_FOUND` for an unknown snapshot */
  async of(id: number): Promise<SnapshotStatistics> {
    return (await this.all([id])).get(id) as SnapshotStatistics;
  }

  /**
   * The snapshots with these primary keys. Snapshots that are not cached are read with one statement.
   * @throws `NOT_FOUND` for an unknown snapshot. An empty result would be cached as a condition that matches no
   *   question.
   */
  async all(ids: readonly number[]): Promise<ReadonlyMap<number, SnapshotStatistics>> {
    const found = new Map<number, SnapshotStatistics>();
    for (const id of ids) {
      const known = this.#known.get(id);
      if (known !== undefined) found.set(id, known);
    }
    const unknown = ids.filter((id) => !found.has(id));
    if (unknown.length === 0) return found;
    for (const { snapshot, release, ...columns } of await fetchSnapshotStatistics(this.database, unknown)) {
      const one: SnapshotStatistics = {
        release,
        statistics: byStatistic((field) => Float64Array.from(columns[field], (value) => value ?? Number.NaN)),
      };
      this.#known.set(snapshot, one);
      found.set(snapshot, one);
    }
    const missing = unknown.find((id) => !found.has(id));
    if (missing !== undefined) throw notFound("item snapshot", encodeStoredId("snapshot", missing));
    return found;
  }
}
