import { LRUCache } from "lru-cache";
import type { DataVersions } from "../db/data-versions.ts";

/**
 * Caches results of the database for one version of its data, and drops everything when the version changes. While the
 * version is not known, nothing is cached.
 */
export class VersionedCache<V extends object> {
  readonly #known: LRUCache<string, V>;
  readonly #underWay = new Map<string, Promise<V>>();
  #version: string | null = null;

  /**
   * @param mostBytes the capacity in bytes
   * @param bytesOf estimates the size of a value in bytes
   */
  constructor(
    private readonly versions: DataVersions,
    mostBytes: number,
    bytesOf: (value: V) => number,
  ) {
    this.#known = new LRUCache({ maxSize: mostBytes, sizeCalculation: (value) => bytesOf(value) + 100 });
  }

  /** The value for a name, read on a cache miss. Concurrent callers share one read. */
  get(name: string, read: () => Promise<V>): Promise<V> {
    // The version is taken before reading, so that a value read during a write is not cached for the version after the
    // write.
    const version = this.versions.current();
    if (version !== this.#version) {
      this.#known.clear();
      this.#underWay.clear();
      this.#version = version;
    }
    if (version === null) return read();
    const known = this.#known.get(name);
    if (known !== undefined) return Promise.resolve(known);
    const underWay = this.#underWay.get(name) ?? this.#read(name, version, read);
    this.#underWay.set(name, underWay);
    return underWay;
  }

  async #read(name: string, version: string, read: () => Promise<V>): Promise<V> {
    try {
      const value = await read();
      if (this.#version === version) this.#known.set(name, value);
      return value;
    } finally {
      if (this.#version === version) this.#underWay.delete(name);
    }
  }
}
