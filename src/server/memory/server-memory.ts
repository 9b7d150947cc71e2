import type { Database } from "../db/database.ts";
import { Catalogs } from "./catalogs.ts";
import { MissingQuestions } from "./missing-questions.ts";
import { RunDirectory } from "./run-directory.ts";
import { TextMemory } from "./text-memory.ts";
import { ScoreVectors } from "./vector-memory.ts";
import { VersionedCache } from "./versioned-cache.ts";

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
