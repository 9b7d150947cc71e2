import { levelLabel } from "./averages-text.ts";
import { DURATION_BUCKETS } from "./duration-buckets.ts";
import { QUESTION_FLAGS } from "./question-flags.ts";
import {
  ANSWER_FORMATS,
  AUDIO_TYPES,
  type Dimension,
  DOMINANCES,
  LEVELS,
  type LevelSource,
  STEP_MODALITIES,
} from "./vocabulary.ts";

/** The title of each dimension that scores can be broken down by, in the order in which the dashboard offers them. */
export const DIMENSION_TITLES: Readonly<Record<Exclude<Dimension, "BENCHMARK">, string>> = {
  TASK: "Task",
  LEVEL: "Level",
  AUDIO_TYPE: "Audio type",
  CATEGORY: "Category",
  SUBCATEGORY: "Subcategory",
  DURATION: "Duration",
  DURATION_LABEL: "Stated duration",
  ANSWER_FORMAT: "Answer format",
  DOMINANCE: "Dominant modality",
  STEP_COUNT: "Reasoning steps",
  STEP_MODALITIES: "Modalities of steps",
  AUDIO_STEP_COUNT: "Steps about the sound",
  VISION_STEP_COUNT: "Steps about the picture",
  SUBSET: "Subset",
  REQUIRES_AUDIO: QUESTION_FLAGS.requiresAudio.label,
  REQUIRES_VISUAL: QUESTION_FLAGS.requiresVisual.label,
  QUESTION_ONLY: QUESTION_FLAGS.questionOnly.label,
  REQUIRES_DOMAIN_KNOWLEDGE: QUESTION_FLAGS.requiresDomainKnowledge.label,
};

/** The title of a dimension: `Audio type`. */
export const dimensionTitle = (dimension: Dimension): string =>
  dimension === "BENCHMARK" ? "Benchmark" : DIMENSION_TITLES[dimension];

/** The label of an enum value: `"FRAME_BOXES"` becomes `"Frame boxes"`. */
const spoken = (name: string): string => name.charAt(0) + name.slice(1).toLowerCase().replaceAll("_", " ");

const named = (names: readonly string[]): ReadonlyMap<string, string> =>
  new Map(names.map((name) => [name, spoken(name)]));

/** The closed dimensions, which have a fixed set of keys. Each has its keys in order, with labels. */
const CLOSED: Partial<Record<Dimension, ReadonlyMap<string, string>>> = {
  ...Object.fromEntries(
    Object.values(QUESTION_FLAGS).map(({ dimension, label, opposite }) => [
      dimension,
      new Map([
        ["true", label],
        ["false", opposite],
      ]),
    ]),
  ),
  LEVEL: named(LEVELS),
  AUDIO_TYPE: named(AUDIO_TYPES),
  DOMINANCE: named(DOMINANCES),
  STEP_MODALITIES: named(STEP_MODALITIES),
  ANSWER_FORMAT: named(ANSWER_FORMATS),
  DURATION: new Map(DURATION_BUCKETS.map(({ key, label }) => [key, label])),
};

/**
 * The label of a value: Omnidex's label for a closed dimension, and the benchmark's own term for any other. A level that
 * Omnidex assigned says so; `sources` is empty for all other dimensions.
 */
export const dimensionLabel = (
  dimension: Dimension,
  key: string,
  native: string,
  sources: ReadonlySet<LevelSource> = NO_SOURCE,
): string => levelLabel(CLOSED[dimension]?.get(key) ?? native, sources);

const NO_SOURCE: ReadonlySet<LevelSource> = new Set();

/** The keys of a closed dimension in order, each with its label; empty for any other dimension. */
export const closedLabels = (dimension: Dimension): readonly (readonly [key: string, label: string])[] => [
  ...(CLOSED[dimension] ?? []),
];

/** The dimensions whose keys are numbers or begin with a number. */
const MEASURED: ReadonlySet<Dimension> = new Set<Dimension>([
  "STEP_COUNT",
  "AUDIO_STEP_COUNT",
  "VISION_STEP_COUNT",
  "DURATION_LABEL",
]);

/**
 * The number that a key is sorted by: just below 1 for "<1min", 1 for "1-2min", just above 8 for ">8min". A key without
 * a number is sorted last.
 */
function measure(key: string): number {
  const [, sign, digits] = /^([<>]?)\s*(\d+(?:\.\d+)?)/.exec(key) ?? [];
  const edge = sign === "<" ? -1 : sign === ">" ? 1 : 0;
  return digits === undefined ? Number.POSITIVE_INFINITY : Number(digits) + edge / 1e6;
}

/**
 * Compares keys of a dimension. Keys of closed dimensions have a fixed order, keys with numbers are ordered by their
 * numbers, and all others by code unit.
 */
export function compareKeys(dimension: Dimension, a: string, b: string): number {
  const order = CLOSED[dimension];
  if (order === undefined) {
    const [x, y] = MEASURED.has(dimension) ? [measure(a), measure(b)] : [0, 0];
    return x < y ? -1 : x > y ? 1 : a < b ? -1 : a > b ? 1 : 0;
  }
  const keys = [...order.keys()];
  return keys.indexOf(a) - keys.indexOf(b);
}
