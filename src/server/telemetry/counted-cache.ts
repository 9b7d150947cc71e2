import { LRUCache } from "lru-cache";

/** The hits, misses and total size of the caches with one name. */
export interface CacheStatistics {
  hits: number;
  misses: number;
  readonly caches: Set<WeakRef<LRUCache<never, never, unknown>>>;
}

const STATISTICS = new Map<string, CacheStatistics>();

/** The statistics of all counted caches of this process, by their names. */
export const cacheStatistics = (): ReadonlyMap<string, CacheStatistics> => STATISTICS;

function statisticsOf(name: string): CacheStatistics {
  const known = STATISTICS.get(name);
  if (known !== undefined) return known;
  const statistics = { hits: 0, misses: 0, caches: new Set<never>() };
  STATISTICS.set(name, statistics);
  return statistics;
}

/** An LRU cache that counts its hits and misses under a name. */
export class CountedCache<K extends NonNullable<unknown>, V extends NonNullable<unknown>> extends LRUCache<K, V> {
  readonly #statistics: CacheStatistics;

  constructor(name: string, options: LRUCache.Options<K, V, unknown>) {
    super(options);
    this.#statistics = statisticsOf(name);
    this.#statistics.caches.add(new WeakRef(this as unknown as LRUCache<never, never, unknown>));
  }

  override get(key: K, options?: LRUCache.GetOptions<K, V, unknown>): V | undefined {
    const value = super.get(key, options);
    if (value === undefined) this.#statistics.misses += 1;
    else this.#statistics.hits += 1;
    return value;
  }
}
