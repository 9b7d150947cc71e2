import { badInput, notFound } from "../../../domain/errors.ts";
import { requireNodeKey } from "../../../domain/node-id.ts";
import { canonicalSlice } from "../../../domain/slice/canonical-slice.ts";
import type { Slice } from "../../../domain/slice/question-slice.ts";
import { DIMENSIONS, type Dimension } from "../../../domain/vocabulary.ts";
import type { QueryFacetsArgs } from "../../generated/schema-types.ts";
import type { Catalogs } from "../../memory/catalogs.ts";
import { countFacets, type SlicedRelease } from "../../memory/facets.ts";
import { inTurn, mapInSlices } from "../../workers/yielding.ts";
import { type Compute, computed, type ResolverMap } from "./resolver.ts";

const computeFacets: Compute<QueryFacetsArgs> = async (_source, { filter, by, release }, { runAggregates }) => {
  const dimensions = distinctDimensions(by, 1, DIMENSIONS.length);
  const { catalogs } = runAggregates.memory;
  const slice = canonicalSlice(filter);
  const sliced = release == null ? await catalogs.sliced(slice) : [await slicedRelease(catalogs, release, slice)];
  return inTurn(() => mapInSlices(dimensions, (dimension) => ({ dimension, values: countFacets(sliced, dimension) })));
};

/**
 * A slice of one release.
 * @throws `BAD_USER_INPUT` for an id that is not a release's; `NOT_FOUND` if there is no such release
 */
async function slicedRelease(catalogs: Catalogs, id: string, slice: Slice): Promise<SlicedRelease> {
  const catalog = await catalogs.of(requireNodeKey("Release", id, "release"));
  // Every release has questions.
  if (catalog.count === 0) throw notFound("release", id);
  return { catalog, mask: await catalogs.evaluateSlice(catalog, slice) };
}

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
