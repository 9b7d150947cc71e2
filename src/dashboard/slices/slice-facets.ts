import { queryOptions } from "@tanstack/react-query";
import { QUESTION_FLAG_NAMES } from "../../domain/question-flags.ts";
import type { Facet, QuestionFilter } from "../../sdk/index.ts";
import { facetsQuery } from "../data/queries.ts";
import { omnidex } from "../data/query-client.ts";
import type { FacetValue } from "./facet-group.tsx";
import {
  AUDIO_MODES,
  audioValues,
  isEmpty,
  LIST_FIELDS,
  PICKED,
  type PickedDimension,
  pickedValues,
  pruned,
  withoutDimension,
} from "./filter-edit.ts";

/** The values of each dimension of the slice builder. */
export type SliceFacets = Readonly<Record<PickedDimension, readonly FacetValue[]>>;

/** The filter restricted to a benchmark. */
export const within = (benchmark: string | null, filter: QuestionFilter): QuestionFilter =>
  benchmark === null ? filter : { ...filter, benchmarks: [benchmark] };

/**
 * The values of every dimension. The counts of a dimension ignore its own condition, so that they show what picking
 * another value would add. Dimensions without a condition share one request. Those of a whole benchmark are shared with the view.
 *
 * @param release the id of the release to count; null for the current one
 */
export const sliceFacetsQuery = (benchmark: string | null, filter: QuestionFilter, release: string | null) =>
  queryOptions({
    queryKey: ["facets", benchmark, filter, release],
    queryFn: async ({ signal, client }): Promise<SliceFacets> => {
      if (benchmark !== null && isEmpty(filter))
        return byDimension(await client.fetchQuery(facetsQuery(benchmark, release)));
      const free = PICKED.filter((dimension) => pickedValues(filter, dimension).length === 0);
      const narrowed = PICKED.filter((dimension) => !free.includes(dimension));
      const ask = (by: readonly PickedDimension[], condition: QuestionFilter) =>
        omnidex().facets({ filter: within(benchmark, condition), by, release: release ?? undefined, signal });
      const answers = await Promise.all([
        ...(free.length === 0 ? [] : [ask(free, filter)]),
        ...narrowed.map((dimension) => ask([dimension], withoutDimension(filter, dimension))),
      ]);
      return byDimension(answers.flat());
    },
  });

function byDimension(facets: readonly Facet[]): SliceFacets {
  const values = new Map<string, readonly FacetValue[]>(facets.map((facet) => [facet.dimension, facet.values]));
  return Object.fromEntries(PICKED.map((dimension) => [dimension, values.get(dimension) ?? []])) as SliceFacets;
}

/** The conditions of a filter that a group of the slice builder sets for a dimension. */
export function ownConditions(filter: QuestionFilter, dimension: PickedDimension): QuestionFilter {
  if (dimension === "AUDIO_TYPE") return pruned({ audioTypes: filter.audioTypes });
  const field = LIST_FIELDS[dimension];
  const list = { [field]: filter[field] };
  return pruned(dimension === "DURATION" ? { ...list, durationSeconds: filter.durationSeconds } : list);
}

/** The conditions of a filter on flags of questions. */
export const flagConditions = (filter: QuestionFilter): QuestionFilter =>
  pruned(Object.fromEntries(QUESTION_FLAG_NAMES.map((flag) => [flag, filter[flag]])));

/** The number of values that the filter names for a dimension; a range of durations counts as one. */
export function conditionCount(filter: QuestionFilter, dimension: PickedDimension): number {
  if (dimension === "AUDIO_TYPE") return AUDIO_MODES.reduce((sum, mode) => sum + audioValues(filter, mode).length, 0);
  return pickedValues(filter, dimension).length + Number(dimension === "DURATION" && filter.durationSeconds != null);
}

/**
 * Whether the props of a group have not changed. The group's own conditions are compared by content, because every
 * navigation makes new objects from the address.
 */
export const sameProps = <Props extends { readonly own: QuestionFilter }>(
  { own, ...props }: Props,
  { own: nextOwn, ...next }: Props,
): boolean =>
  JSON.stringify(own) === JSON.stringify(nextOwn) &&
  Object.entries(next).every(([name, value]) => Object.is(value, Reflect.get(props, name)));
