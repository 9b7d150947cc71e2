import { QUESTION_FLAG_NAMES } from "../../domain/question-flags.ts";
import { QUESTION_NUMBER_NAMES } from "../../domain/question-numbers.ts";
import type { QuestionFilter } from "../../domain/slice/question-filter.ts";
import type { ReleaseCatalog } from "./release-catalog.ts";

/**
 * A condition on a field that a benchmark states for none of its questions, so that no question of the benchmark
 * matches.
 */
export interface UnstatedCondition {
  /** The position in the filter: `filter.requiresAudio`. */
  readonly path: string;
  /** The slug. */
  readonly benchmark: string;
  readonly message: string;
}

/** For each field of a filter, whether a release states it for any question. */
const STATES: Readonly<Record<string, (catalog: ReleaseCatalog) => boolean>> = {
  ...Object.fromEntries(
    QUESTION_FLAG_NAMES.map((name) => [name, ({ flags }: ReleaseCatalog) => flags[name].some((value) => value >= 0)]),
  ),
  ...Object.fromEntries(
    QUESTION_NUMBER_NAMES.map((name) => [
      name,
      ({ numbers }: ReleaseCatalog) => numbers[name].some((value) => !Number.isNaN(value)),
    ]),
  ),
  stepModalities: ({ dimensions }) => dimensions.STEP_MODALITIES.entries.length > 0,
  dominances: ({ dimensions }) => dimensions.DOMINANCE.entries.length > 0,
  durationSeconds: ({ durations }) => durations.some((seconds) => !Number.isNaN(seconds)),
};

/**
 * The conditions of a filter that cannot match in the given releases, in the order of the filter, then of the releases.
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
  const own = Object.entries(STATES).flatMap(([field, states]) =>
    Object.hasOwn(filter, field) && Reflect.get(filter, field) !== null
      ? left.filter((catalog) => !states(catalog)).map(({ benchmark }) => warning(field, `${path}.${field}`, benchmark))
      : [],
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

const warning = (field: string, path: string, benchmark: string): UnstatedCondition => ({
  path,
  benchmark,
  message: `${benchmark} states '${field}' for none of its questions, so the condition matches no question of it.`,
});
