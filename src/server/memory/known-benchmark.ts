import type { FilterReader } from "./filter-vocabulary.ts";
import { missingBenchmark } from "./missing-benchmark.ts";
import { rememberedAnswer } from "./server-memory.ts";
import { fetchWords } from "./vocabulary-queries.ts";

/**
 * Checks that a benchmark exists before a lookup in it. A lookup returns null for a missing object, so without this
 * check a misspelt benchmark would look like a missing object.
 * @throws `NOT_FOUND` with the nearest slugs
 */
export async function requireKnownBenchmark(
  { database, memory }: Omit<FilterReader, "viewer">,
  slug: string,
): Promise<void> {
  const words = await rememberedAnswer(memory, ["words"], () => fetchWords(database));
  if (!words.some(({ benchmark }) => benchmark === slug)) throw await missingBenchmark(database, slug);
}
