import type { Database } from "../db/database.ts";
import { Catalogs } from "./catalogs.ts";
import { MissingQuestions } from "./missing-questions.ts";
import { RunDirectory } from "./run-directory.ts";
import { ScoreVectors } from "./vector-memory.ts";
import { VersionedCache } from "./versioned-cache.ts";

/** How much is kept of small answers of the database, in bytes. */
const MOST_ANSWERS = 4_000_000;

/** What a server keeps of its database in memory, for all requests. */
export interface ServerMemory {
  readonly catalogs: Catalogs;
  readonly directory: RunDirectory;
  readonly vectors: ScoreVectors;
  readonly missing: MissingQuestions;
  /** Small answers, as of one version of the data, by what was asked. */
  readonly answers: VersionedCache<{ readonly value: unknown }>;
}

export const serverMemory = (database: Database): ServerMemory => ({
  catalogs: new Catalogs(database),
  directory: new RunDirectory(database),
  vectors: new ScoreVectors(database),
  missing: new MissingQuestions(database),
  answers: new VersionedCache(database.versions, MOST_ANSWERS, ({ value }) => JSON.stringify(value ?? null).length),
});

/** An answer of the database that holds for one version of the data. */
export async function rememberedAnswer<T>(
  { answers }: Pick<ServerMemory, "answers">,
  question: readonly unknown[],
  read: () => Promise<T>,
): Promise<T> {
  const { value } = await answers.get(JSON.stringify(question), async () => ({ value: await read() }));
  return value as T;
}
