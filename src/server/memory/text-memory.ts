import { LRUCache } from "lru-cache";
import { type DataVersions, FollowedVersion } from "../db/data-versions.ts";

/** The JSON of an object. */
interface KeyedText {
  /** The primary key of the object. */
  readonly key: number;
  readonly text: string;
}

/** An estimate of the memory that an entry takes beside its text, in bytes. */
const BYTES_OF_ENTRY = 150;

/** The largest entry, in bytes. Larger objects, such as runs with their predictions, would displace many others. */
const LARGEST_ENTRY = 16_000;

/**
 * Caches the JSON of objects for one version of the data, and drops everything when the version changes. While the
 * version is not known, nothing is cached. Leaderboards over different slices refer to the same runs and models.
 */
export class TextMemory {
  readonly #texts: LRUCache<string, string>;
  readonly #version: FollowedVersion;

  /** @param mostBytes the capacity in bytes */
  constructor(versions: DataVersions, mostBytes: number) {
    this.#version = new FollowedVersion(versions, () => this.#texts.clear());
    const sizeCalculation = (text: string): number => 2 * text.length + BYTES_OF_ENTRY;
    this.#texts = new LRUCache({
      maxSize: mostBytes,
      maxEntrySize: Math.min(mostBytes, LARGEST_ENTRY),
      sizeCalculation,
    });
  }

  /**
   * The objects with these keys, in no order. Missing objects are left out.
   * @param plan what is read of an object, and for whom: equal names must mean equal texts
   * @param read reads the objects that are not cached
   */
  async get(
    plan: string,
    keys: readonly number[],
    read: (keys: readonly number[]) => Promise<readonly KeyedText[]>,
  ): Promise<readonly KeyedText[]> {
    const version = this.#version.current();
    if (version === null) return read(keys);
    const known = keys.flatMap((key): readonly KeyedText[] => {
      const text = this.#texts.get(`${plan}:${key}`);
      return text === undefined ? [] : [{ key, text }];
    });
    if (known.length === keys.length) return known;
    const found = new Set(known.map(({ key }) => key));
    const rows = await read(keys.filter((key) => !found.has(key)));
    if (this.#version.current() === version) for (const { key, text } of rows) this.#texts.set(`${plan}:${key}`, text);
    return [...known, ...rows];
  }
}
