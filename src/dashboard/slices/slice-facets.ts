import { queryOptions } from "@tanstack/react-query";
import type { Facet, QuestionFilter } from "../../sdk/index.ts";
import { omnidex } from "../data/page-client.ts";
import { facetsQuery } from "../data/queries.ts";
import type { FacetValue } from "./facet-order.ts";
import { isEmpty, PICKED, type PickedDimension, pickedValues, withoutDimension } from "./filter-edit.ts";

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
