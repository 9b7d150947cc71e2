import type { ImportBatch } from "../../src/domain/import-batch.ts";

/** The number of values for each key. */
export function countBy<T>(values: readonly T[], keyOf: (value: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[keyOf(value)] = (counts[keyOf(value)] ?? 0) + 1;
  return counts;
}

/** The number of oddities of each kind. */
export const codes = (batch: ImportBatch): Record<string, number> => countBy(batch.oddities, ({ code }) => code);
