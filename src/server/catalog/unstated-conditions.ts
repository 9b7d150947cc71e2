import { byFlag } from "../../domain/question-flags.ts";
import { byNumber } from "../../domain/question-numbers.ts";
import { OPTIONAL_CONDITIONS, type OptionalCondition } from "../../domain/slice/optional-conditions.ts";
import type { QuestionFilter } from "../../domain/slice/question-filter.ts";
import type { ReleaseCatalog } from "./release-catalog.ts";

/**
 * A condition on what a benchmark states for none of its questions. No question of the benchmark matches, or every one
 * if the condition only excludes audio types.
 */
export interface UnstatedCondition {
  /** The position in the filter: `filter.requiresAudio`. */
  readonly path: string;
  /** The slug. */
  readonly benchmark: string;
  readonly message: string;
}

/** For each condition, whether a release states what it is about for any question. */
const STATES: Readonly<Record<OptionalCondition, (catalog: ReleaseCatalog) => boolean>> = {
  ...byFlag(
    (name) =>
      ({ flags }) =>
        flags[name].some((value) => value >= 0),
  ),
  ...byNumber(
    (name) =>
      ({ numbers }) =>
        numbers[name].some((value) => !Number.isNaN(value)),
  ),
  audioTypes: ({ audioMasks }) => audioMasks.some((mask) => mask !== 0),
  levels: ({ dimensions }) => dimensions.LEVEL.entries.length > 0,
  stepModalities: ({ dimensions }) => dimensions.STEP_MODALITIES.entries.length > 0,
  dominances: ({ dimensions }) => dimensions.DOMINANCE.entries.length > 0,
  durationSeconds: ({ durations }) => hasNumber(durations),
  durationBuckets: ({ durations }) => hasNumber(durations),
};

/** Whether a value is a condition. A range or an audio filter without a member is none. */
const isGiven = (value: unknown): boolean =>
  value != null && (typeof value !== "object" || Object.values(value).some((member) => member != null));

const hasNumber = (values: Float64Array): boolean => values.some((value) => !Number.isNaN(value));

/**
 * The conditions of a filter on what the given releases do not state, in the order of the filter, then of the releases.
 * @param snapshots the primary keys of the releases of item snapshots, by the snapshots' ids
 */
export function unstatedConditions(
  filter: QuestionFilter,
  catalogs: readonly ReleaseCatalog[],
  snapshots: ReadonlyMap<string, number> = new Map(),
  path = "filter",
): readonly UnstatedCondition[] {
  const named = filter.benchmarks == null ? null : new Set(filter.benchmarks);
  const left = catalogs.filter(({ benchmark, count }) => count > 0 && (named === null || named.has(benchmark)));
  const own = OPTIONAL_CONDITIONS.filter((field) => isGiven(filter[field])).flatMap((field) =>
    left.filter((catalog) => !STATES[field](catalog)).map(({ benchmark }) => warning(filter, field, path, benchmark)),
  );
  const inside = (["and", "or"] as const).flatMap((field) =>
    (filter[field] ?? []).flatMap((part, index) =>
      unstatedConditions(part, left, snapshots, `${path}.${field}[${index}]`),
    ),
  );
  const not = filter.not == null ? [] : unstatedConditions(filter.not, left, snapshots, `${path}.not`);
  return [...own, ...otherSnapshot(filter, left, snapshots, path), ...inside, ...not];
}

/** An item snapshot has statistics of the questions of one release only. */
function otherSnapshot(
  { statistics }: QuestionFilter,
  catalogs: readonly ReleaseCatalog[],
  snapshots: ReadonlyMap<string, number>,
  path: string,
): readonly UnstatedCondition[] {
  const release = statistics == null ? undefined : snapshots.get(statistics.snapshot);
  if (statistics == null || release === undefined) return [];
  return catalogs
    .filter((catalog) => catalog.release !== release)
    .map(({ benchmark }) => ({
      path: `${path}.statistics`,
      benchmark,
      message: `The item snapshot '${statistics.snapshot}' is not of the current release of ${benchmark}, so the condition matches no question of it.`,
    }));
}

const warning = (
  { audioTypes }: QuestionFilter,
  field: OptionalCondition,
  path: string,
  benchmark: string,
): UnstatedCondition => ({
  path: `${path}.${field}`,
  benchmark,
  message: `${benchmark} states '${field}' for none of its questions, so the condition matches ${
    field === "audioTypes" && audioTypes?.any == null && (audioTypes?.all ?? []).length === 0 ? "every" : "no"
  } question of it.`,
});
