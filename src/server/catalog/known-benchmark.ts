import { fetchWords } from "../data/vocabulary-queries.ts";
import type { FilterReader } from "./filter-vocabulary.ts";
import { missingBenchmark } from "./missing-benchmark.ts";
import { rememberedAnswer } from "./server-memory.ts";

/**
 * Checks that a benchmark exists, before something is looked up in it. The result of such a lookup is null if the
 * benchmark has no such object, so null for a misspelt benchmark would mislead.
 * @throws `NOT_FOUND` with the nearest slugs
 */
export async function requireKnownBenchmark(
  { database, memory }: Omit<FilterReader, "viewer">,
  slug: string,
): Promise<void> {
  const words = await rememberedAnswer(memory, ["words"], () => fetchWords(database));
  if (!words.some(({ benchmark }) => benchmark === slug)) throw await missingBenchmark(database, slug);
}
