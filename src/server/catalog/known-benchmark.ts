import { fetchWords } from "../data/vocabulary-queries.ts";
import type { FilterReader } from "./filter-vocabulary.ts";
import { missingBenchmark } from "./missing-benchmark.ts";
import { rememberedAnswer } from "./server-memory.ts";

/**
 * Checks that the benchmark exists in which something is looked up. Null means that the benchmark has no such thing; for
 * a misspelt benchmark it would mean nothing.
 * @throws `NOT_FOUND` with the nearest slugs
 */
export async function requireKnownBenchmark(
  { database, memory }: Omit<FilterReader, "viewer">,
  slug: string,
): Promise<void> {
  const words = await rememberedAnswer(memory, ["words"], () => fetchWords(database));
  if (!words.some(({ benchmark }) => benchmark === slug)) throw await missingBenchmark(database, slug);
}
