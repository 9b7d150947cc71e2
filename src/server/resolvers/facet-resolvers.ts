import { badInput } from "../../domain/errors.ts";
import { canonicalSlice } from "../../domain/slice/canonical-slice.ts";
import { DIMENSIONS, type Dimension } from "../../domain/vocabulary.ts";
import { countFacets } from "../catalog/facets.ts";
import type { QueryFacetsArgs } from "../generated/schema-types.ts";
import { inTurn, mapInSlices } from "../services/yielding.ts";
import { type Compute, computed, type ResolverMap } from "./resolver.ts";

const computeFacets: Compute<QueryFacetsArgs> = async (_source, { filter, by }, { runAggregates }) => {
  const dimensions = distinctDimensions(by, 1, DIMENSIONS.length);
  const sliced = await runAggregates.memory.catalogs.sliced(canonicalSlice(filter));
  return inTurn(() => mapInSlices(dimensions, (dimension) => ({ dimension, values: countFacets(sliced, dimension) })));
};

/**
 * Checks a `by` argument.
 * @throws `BAD_USER_INPUT` for too few, too many or repeated dimensions
 */
export function distinctDimensions(by: readonly Dimension[], least: number, most: number): readonly Dimension[] {
  if (by.length < least || by.length > most) {
    throw badInput(`'by' must name ${least} to ${most} dimensions; got ${by.length}.`);
  }
  const repeated = by.find((dimension, index) => by.indexOf(dimension) !== index);
  if (repeated !== undefined) throw badInput(`'by' names ${repeated} twice.`);
  return by;
}

export const facetResolvers: ResolverMap = { Query: { facets: computed(computeFacets) } };
