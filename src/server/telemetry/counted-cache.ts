import { LRUCache } from "lru-cache";
import { Counter, Gauge, type Registry } from "prom-client";

/** The hits, misses and total size of the caches with one name. */
interface CacheStatistics {
  hits: number;
  misses: number;
  readonly caches: Set<WeakRef<LRUCache<never, never, unknown>>>;
}

const STATISTICS = new Map<string, CacheStatistics>();

/** The statistics of all counted caches of this process, by their names. */
const cacheStatistics = (): ReadonlyMap<string, CacheStatistics> => STATISTICS;

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

/** Adds the hits, misses and sizes of this process's caches, which are read on each scrape. */
export function watchCaches(registry: Registry): void {
  const labelNames = ["cache"] as const;
  const registers = [registry];
  new Counter({
    name: "omnidex_cache_hits_total",
    help: "Look-ups that found a cached value, by cache.",
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const [cache, { hits }] of cacheStatistics()) this.inc({ cache }, hits);
    },
  });
  new Counter({
    name: "omnidex_cache_misses_total",
    help: "Look-ups that found no cached value, by cache.",
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const [cache, { misses }] of cacheStatistics()) this.inc({ cache }, misses);
    },
  });
  sizeGauge(registry, "omnidex_cache_bytes", "Estimated size of the cached values, by cache.", "calculatedSize");
  sizeGauge(registry, "omnidex_cache_entries", "Number of cached values, by cache.", "size");
}

function sizeGauge(registry: Registry, name: string, help: string, size: "calculatedSize" | "size"): void {
  new Gauge({
    name,
    help,
    labelNames: ["cache"] as const,
    registers: [registry],
    collect() {
      for (const [cache, { caches }] of cacheStatistics()) {
        let sum = 0;
        for (const reference of caches) {
          const one = reference.deref();
          if (one === undefined) caches.delete(reference);
          else sum += one[size];
        }
        this.set({ cache }, sum);
      }
    },
  });
}
