import { Counter, Gauge, type Registry } from "prom-client";
import { cacheStatistics } from "./counted-cache.ts";

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
