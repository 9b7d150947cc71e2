import { notFound } from "../../domain/errors.ts";
import { type ByStatistic, byStatistic, ITEM_STATISTIC_NAMES } from "../../domain/item-statistics.ts";
import { encodeStoredId } from "../../domain/stored-id.ts";
import type { Queryable } from "../db/database.ts";
import { CountedCache } from "../telemetry/counted-cache.ts";
import { fetchSnapshotStatistics } from "./item-snapshot-queries.ts";

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
