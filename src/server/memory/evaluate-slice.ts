import { Bitset } from "../../domain/bitset.ts";
import { DURATION_BUCKETS } from "../../domain/duration-buckets.ts";
import { byFlag } from "../../domain/question-flags.ts";
import { type Bound, byNumber } from "../../domain/question-numbers.ts";
import {
  type ConditionName,
  conditionWords,
  type FlagName,
  type RangeName,
  type SetName,
} from "../../domain/slice/conditions.ts";
import { type KeyReviewSlice, namedCondition, type Slice } from "../../domain/slice/question-slice.ts";
import type { Dimension } from "../../domain/vocabulary.ts";
import { audioMask } from "../conditions/slice-condition.ts";
import type { DimensionColumn, ReleaseCatalog } from "./release-catalog.ts";
import type { AmbiguousKeys, SnapshotStatistics } from "./review-memory.ts";

type CombinedKind = "everything" | "nothing" | "and" | "or" | "not";
type ReadKind = "text" | "statistic" | "keyAmbiguous";

/** A slice that is a single condition on the data in a release's catalog. */
export type Condition = Exclude<Slice, { readonly kind: CombinedKind | ReadKind }>;
export type TextCondition = Extract<Slice, { readonly kind: "text" }>;
/** A condition on a question's statistics in an item snapshot. */
export type SnapshotCondition = Extract<Slice, { readonly kind: "statistic" }>;

/** The questions for which a condition is true. Caching is the caller's responsibility. */
export type ConditionMasks = (condition: Condition | TextCondition | SnapshotCondition | KeyReviewSlice) => Bitset;

/**
 * The questions of a release for which a slice is true. `sliceCondition` defines the same in SQL. There, an unknown
 * duration or flag makes a condition neither true nor false. Here, a bitset of the true questions is enough: `not`
 * means "is not true", and `and` and `or` depend only on which parts are true.
 */
export function combineMasks(slice: Slice, count: number, masks: ConditionMasks): Bitset {
  switch (slice.kind) {
    case "everything":
      return Bitset.full(count);
    case "nothing":
      return Bitset.empty(count);
    case "and":
      return slice.of.map((part) => combineMasks(part, count, masks)).reduce((all, part) => all.and(part));
    case "or":
      return slice.of.map((part) => combineMasks(part, count, masks)).reduce((all, part) => all.or(part));
    case "not":
      return combineMasks(slice.of, count, masks).complement();
    default:
      return masks(slice);
  }
}

/** The text conditions in a slice. */
export const textConditions = (slice: Slice): readonly TextCondition[] =>
  conditionsIn(slice).filter((condition) => condition.kind === "text");

/** The item snapshots that a slice refers to, by primary key. */
export const snapshotsIn = (slice: Slice): readonly number[] => [
  ...new Set(conditionsIn(slice).flatMap((condition) => ("snapshot" in condition ? [condition.snapshot] : []))),
];

/** The conditions that a slice combines. */
function conditionsIn(slice: Slice): readonly Slice[] {
  if (slice.kind === "not") return conditionsIn(slice.of);
  return slice.kind === "and" || slice.kind === "or" ? slice.of.flatMap(conditionsIn) : [slice];
}

/** The questions of a release for which a condition is true. */
export function conditionMask(catalog: ReleaseCatalog, slice: Condition): Bitset {
  const { count, audioMasks } = catalog;
  const condition = namedCondition(slice);
  if (condition.kind === "set") return SETS[condition.name](catalog, condition.values);
  if (condition.kind === "range")
    return rangeMask(RANGES[condition.name](catalog), count, condition.bound, condition.value);
  if (condition.kind === "flag" && condition.name !== "keyAmbiguous") {
    const flags = FLAGS[condition.name](catalog);
    const wanted = Number(condition.value);
    return Bitset.where(count, (ordinal) => flags[ordinal] === wanted);
  }
  if (condition.kind !== "audio") throw new Error(`catalogs do not have what '${slice.kind}' reads`);
  const wanted = audioMask(condition.values);
  const holds = AUDIO[condition.quantifier];
  return Bitset.where(count, (ordinal) => holds((audioMasks[ordinal] ?? 0) & wanted, wanted));
}

const AUDIO = {
  any: (common: number) => common !== 0,
  all: (common: number, wanted: number) => common === wanted,
  none: (common: number) => common === 0,
};

type SetMask = (catalog: ReleaseCatalog, values: readonly string[]) => Bitset;

const inDimension =
  (dimension: Dimension): SetMask =>
  ({ dimensions, count }, values) =>
    columnMask(dimensions[dimension], count, isOneOf(values));

/** For each set, the questions whose value is in a list. */
const SETS: Readonly<Record<SetName, SetMask>> = {
  benchmarks: ({ benchmark, count }, slugs) => (slugs.includes(benchmark) ? Bitset.full(count) : Bitset.empty(count)),
  levels: inDimension("LEVEL"),
  tasks: inDimension("TASK"),
  durationBuckets: bucketsMask,
  categories: ({ categories, count }, slugs) => columnMask(categories, count, isAtOrBelow(slugs)),
  durationLabels: inDimension("DURATION_LABEL"),
  dominances: inDimension("DOMINANCE"),
  stepModalities: inDimension("STEP_MODALITIES"),
  answerFormats: inDimension("ANSWER_FORMAT"),
  subsets: inDimension("SUBSET"),
  keys: ({ keys, count }, values) => {
    const wanted = new Set(values);
    return Bitset.where(count, (ordinal) => wanted.has(keys[ordinal] ?? ""));
  },
  videos: ({ videos, count }, ids) => {
    const wanted = new Set(ids.map(Number));
    return Bitset.where(count, (ordinal) => wanted.has(videos[ordinal] ?? 0));
  },
};

/** For each range, the number of every question; `NaN` if it is unknown. */
const RANGES: Readonly<Record<RangeName, (catalog: ReleaseCatalog) => Float64Array>> = {
  durationSeconds: ({ durations }) => durations,
  ...byNumber(
    (name) =>
      ({ numbers }: ReleaseCatalog) =>
        numbers[name],
  ),
};

/** For each flag that a catalog has, the value of every question: 1, 0, or −1 if it is unknown. */
const FLAGS: Readonly<Record<Exclude<FlagName, "keyAmbiguous">, (catalog: ReleaseCatalog) => Int8Array>> = byFlag(
  (name) =>
    ({ flags }: ReleaseCatalog) =>
      flags[name],
);

/** Whether a release states, for any of its questions, the property that a condition compares. */
export function isStated(catalog: ReleaseCatalog, name: ConditionName): boolean {
  const { dimension } = conditionWords(name);
  if (dimension !== undefined) return catalog.dimensions[dimension].entries.length > 0;
  if (isIn(RANGES, name)) return RANGES[name](catalog).some((value) => !Number.isNaN(value));
  return isIn(FLAGS, name) && FLAGS[name](catalog).some((value) => value >= 0);
}

const isIn = <Name extends ConditionName>(map: Readonly<Record<Name, unknown>>, name: ConditionName): name is Name =>
  Object.hasOwn(map, name);

function isOneOf(values: readonly string[]): (key: string) => boolean {
  const wanted = new Set(values);
  return (key) => wanted.has(key);
}

/** Matches a category with one of these slugs, and any category below one of them. */
function isAtOrBelow(slugs: readonly string[]): (slug: string) => boolean {
  const wanted = new Set(slugs);
  return (slug) => {
    if (wanted.has(slug)) return true;
    for (let end = slug.indexOf("/"); end >= 0; end = slug.indexOf("/", end + 1)) {
      if (wanted.has(slug.slice(0, end))) return true;
    }
    return false;
  };
}

/**
 * The questions whose value passes the test, for a column with at most one value per question. Tests each distinct
 * value once.
 */
function columnMask({ entries, codes }: DimensionColumn, count: number, holds: (key: string) => boolean): Bitset {
  // Index 0 stands for the code −1: no value.
  const allowed = new Uint8Array(entries.length + 1);
  for (const [code, { key }] of entries.entries()) allowed[code + 1] = Number(holds(key));
  return Bitset.where(count, (ordinal) => allowed[(codes[ordinal] ?? -1) + 1] === 1);
}

/** Whether a value is within a bound; false for `NaN`. */
export const HOLDS: Readonly<Record<Bound, (value: number, bound: number) => boolean>> = {
  gt: (value, bound) => value > bound,
  gte: (value, bound) => value >= bound,
  lt: (value, bound) => value < bound,
  lte: (value, bound) => value <= bound,
};

/**
 * The questions of a release for which a condition on a snapshot is true. Empty if the snapshot belongs to another
 * release.
 */
export function snapshotMask(
  { release, count }: ReleaseCatalog,
  condition: SnapshotCondition,
  snapshot: SnapshotStatistics,
): Bitset {
  if (snapshot.release !== release) return Bitset.empty(count);
  return rangeMask(snapshot.statistics[condition.field], count, condition.bound, condition.value);
}

/** The questions of a release for which a condition on its key reviews is true. */
export function reviewMask(
  { count }: ReleaseCatalog,
  { value }: KeyReviewSlice,
  ambiguous: AmbiguousKeys | undefined,
): Bitset {
  const marked = Bitset.fromOrdinals(ambiguous?.ordinals ?? [], count);
  return value ? marked : marked.complement();
}

/** An unknown number is `NaN`, which is not within any bound. */
function rangeMask(values: Float64Array, count: number, bound: Bound, limit: number): Bitset {
  const holds = HOLDS[bound];
  return Bitset.where(count, (ordinal) => holds(values[ordinal] ?? Number.NaN, limit));
}

function bucketsMask({ count, durations }: ReleaseCatalog, keys: readonly string[]): Bitset {
  const buckets = DURATION_BUCKETS.filter(({ key }) => keys.includes(key));
  return Bitset.where(count, (ordinal) => {
    const seconds = durations[ordinal] ?? Number.NaN;
    return buckets.some(({ from, to }) => seconds >= from && (to === null || seconds < to));
  });
}
