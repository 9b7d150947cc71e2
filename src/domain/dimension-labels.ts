import { DURATION_BUCKETS } from "./duration-buckets.ts";
import { ANSWER_FORMATS, AUDIO_TYPES, type Dimension, LEVELS } from "./vocabulary.ts";

/** The label of an enum value: `"FRAME_BOXES"` becomes `"Frame boxes"`. */
const spoken = (name: string): string => name.charAt(0) + name.slice(1).toLowerCase().replaceAll("_", " ");

const named = (names: readonly string[]): ReadonlyMap<string, string> =>
  new Map(names.map((name) => [name, spoken(name)]));

/** The closed dimensions: their keys in order, with labels. */
const CLOSED: Partial<Record<Dimension, ReadonlyMap<string, string>>> = {
  LEVEL: named(LEVELS),
  AUDIO_TYPE: named(AUDIO_TYPES),
  ANSWER_FORMAT: named(ANSWER_FORMATS),
  DURATION: new Map(DURATION_BUCKETS.map(({ key, label }) => [key, label])),
};

/** The label of a value: ours for a closed dimension, else the benchmark's own word. */
export const dimensionLabel = (dimension: Dimension, key: string, native: string): string =>
  CLOSED[dimension]?.get(key) ?? native;

/** The keys of a closed dimension in order, each with its label; empty for the others. */
export const closedLabels = (dimension: Dimension): readonly (readonly [key: string, label: string])[] => [
  ...(CLOSED[dimension] ?? []),
];

/** Compares keys of a dimension: a closed one's in its own order, others by code unit. */
export function compareKeys(dimension: Dimension, a: string, b: string): number {
  const order = CLOSED[dimension];
  if (order === undefined) return a < b ? -1 : a > b ? 1 : 0;
  const keys = [...order.keys()];
  return keys.indexOf(a) - keys.indexOf(b);
}
