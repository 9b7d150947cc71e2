import { LRUCache } from "lru-cache";
import { type DataVersions, FollowedVersion } from "../db/data-versions.ts";
import type { Database } from "../db/database.ts";
import { Catalogs } from "./catalogs.ts";
import { MissingQuestions } from "./missing-questions.ts";
import { RunDirectory } from "./run-directory.ts";
import { ScoreVectors } from "./vector-memory.ts";
import { VersionedCache } from "./versioned-cache.ts";

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

/** The cache size for small results of the database, in bytes. */
const MOST_ANSWERS = 4_000_000;

/** The cache size for the JSON of objects, in bytes. */
const MOST_TEXTS = 8_000_000;

/** The caches of a server, which all requests share. */
export interface ServerMemory {
  readonly catalogs: Catalogs;
  readonly directory: RunDirectory;
  readonly vectors: ScoreVectors;
  readonly missing: MissingQuestions;
  /** Small results for one version of the data, by cache key. */
  readonly answers: VersionedCache<{ readonly value: unknown }>;
  /** The JSON of objects for callers without a key. */
  readonly texts: TextMemory;
}

export const serverMemory = (database: Database): ServerMemory => ({
  catalogs: new Catalogs(database),
  directory: new RunDirectory(database),
  vectors: new ScoreVectors(database),
  missing: new MissingQuestions(database),
  answers: new VersionedCache(database.versions, MOST_ANSWERS, ({ value }) => JSON.stringify(value ?? null).length),
  texts: new TextMemory(database.versions, MOST_TEXTS),
});

/** Reads a result that is valid for one version of the data, and caches it. */
export async function rememberedAnswer<T>(
  { answers }: Pick<ServerMemory, "answers">,
  question: readonly unknown[],
  read: () => Promise<T>,
): Promise<T> {
  const { value } = await answers.get(JSON.stringify(question), async () => ({ value: await read() }));
  return value as T;
}
