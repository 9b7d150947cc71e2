import { LRUCache } from "lru-cache";
import { type DataVersions, FollowedVersion } from "../db/data-versions.ts";

/**
 * Caches results of the database for one version of its data, and drops everything when the version changes. While the
 * version is not known, nothing is cached.
 */
export class VersionedCache<V extends object> {
  readonly #known: LRUCache<string, V>;
  readonly #underWay = new Map<string, Promise<V>>();
  readonly #version: FollowedVersion;

  /**
   * @param mostBytes the capacity in bytes
   * @param bytesOf estimates the size of a value in bytes
   */
  constructor(versions: DataVersions, mostBytes: number, bytesOf: (value: V) => number) {
    this.#version = new FollowedVersion(versions, () => {
      this.#known.clear();
      this.#underWay.clear();
    });
    this.#known = new LRUCache({ maxSize: mostBytes, sizeCalculation: (value) => bytesOf(value) + 100 });
  }

  /** The value for a name, read on a cache miss. Concurrent callers share one read. */
  get(name: string, read: () => Promise<V>): Promise<V> {
    const version = this.#version.current();
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
      if (this.#version.current() === version) this.#known.set(name, value);
      return value;
    } finally {
      if (this.#version.current() === version) this.#underWay.delete(name);
    }
  }
}
