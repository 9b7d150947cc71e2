import { type ConditionName, conditionsWith } from "../../domain/slice/conditions.ts";
import type { QuestionFilter } from "../../domain/slice/question-filter.ts";
import { isStated } from "./evaluate-slice.ts";
import type { ReleaseCatalog } from "./release-catalog.ts";

/** A remark on a condition that matches nothing or everything, although nothing is wrong with its names. */
export interface SliceRemark {
  /** The position in the filter: `filter.requiresAudio`. */
  readonly path: string;
  /** The slug of the benchmark that the remark is about; null for all benchmarks. */
  readonly benchmark: string | null;
  readonly message: string;
}

/** Data about releases that is stored outside their catalogs. */
export interface StoredFacts {
  /** The primary key of each item snapshot's release, by the snapshot's id. */
  readonly snapshots: ReadonlyMap<string, number>;
  /** Whether any answer key of a release has been reviewed. True if the reviews are hidden from the viewer. */
  readonly reviewed: (catalog: ReleaseCatalog) => boolean;
}

const UNSTATED = conditionsWith("unstated");

/**
 * Whether the value of a filter's field is a condition. A range or an audio filter without members is not a condition.
 */
const isGiven = (value: unknown): boolean =>
  value != null && (typeof value !== "object" || Object.values(value).some((member) => member != null));

/**
 * The conditions of a filter on data that one of the releases has for none of its questions. Such a condition matches
 * none of the release's questions, or all of them; the remark says which. The conditions of nested filters come last.
 */
export function unstatedConditions(
  filter: QuestionFilter,
  catalogs: readonly ReleaseCatalog[],
  stored: StoredFacts = { snapshots: new Map(), reviewed: () => true },
  path = "filter",
): readonly SliceRemark[] {
  const named = filter.benchmarks == null ? null : new Set(filter.benchmarks);
  const left = catalogs.filter(({ benchmark, count }) => count > 0 && (named === null || named.has(benchmark)));
  const own = UNSTATED.filter((field) => isGiven(filter[field])).flatMap((field) =>
    left.filter((catalog) => !isStated(catalog, field)).map(({ benchmark }) => warning(filter, field, path, benchmark)),
  );
  const inside = (["and", "or"] as const).flatMap((field) =>
    (filter[field] ?? []).flatMap((part, index) =>
      unstatedConditions(part, left, stored, `${path}.${field}[${index}]`),
    ),
  );
  const not = filter.not == null ? [] : unstatedConditions(filter.not, left, stored, `${path}.not`);
  const beside = [...otherSnapshot(filter, left, stored, path), ...withoutReview(filter, left, stored, path)];
  return [...own, ...beside, ...inside, ...not];
}

/** The unstated conditions on `keyAmbiguous`. Without a review, no answer key is ambiguous. */
const withoutReview = (
  { keyAmbiguous }: QuestionFilter,
  catalogs: readonly ReleaseCatalog[],
  { reviewed }: StoredFacts,
  path: string,
): readonly SliceRemark[] =>
  keyAmbiguous == null
    ? []
    : catalogs
        .filter((catalog) => !reviewed(catalog))
        .map(({ benchmark }) => ({
          path: `${path}.keyAmbiguous`,
          benchmark,
          message: `No key of ${benchmark} has been reviewed, so the condition matches ${keyAmbiguous ? "no" : "every"} question of it.`,
        }));

/** The unstated conditions on item statistics. An item snapshot has statistics of one release only. */
function otherSnapshot(
  { statistics }: QuestionFilter,
  catalogs: readonly ReleaseCatalog[],
  { snapshots }: StoredFacts,
  path: string,
): readonly SliceRemark[] {
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
  field: ConditionName,
  path: string,
  benchmark: string,
): SliceRemark => ({
  path: `${path}.${field}`,
  benchmark,
  message: `${benchmark} states '${field}' for none of its questions, so the condition matches ${
    field === "audioTypes" && audioTypes?.any == null && (audioTypes?.all ?? []).length === 0 ? "every" : "no"
  } question of it.`,
});
