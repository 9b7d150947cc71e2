import { badInput, notFound } from "../../../domain/errors.ts";
import { requireNodeKey } from "../../../domain/node-id.ts";
import { canonicalSlice } from "../../../domain/slice/canonical-slice.ts";
import type { QuestionFilter } from "../../../domain/slice/question-filter.ts";
import type { Slice } from "../../../domain/slice/question-slice.ts";
import { sliceFingerprint } from "../../../domain/slice/slice-fingerprint.ts";
import { DIMENSIONS, type Dimension } from "../../../domain/vocabulary.ts";
import type { QueryFacetsArgs, QuerySliceArgs } from "../../generated/schema-types.ts";
import type { Catalogs } from "../../memory/catalogs.ts";
import { contradictions } from "../../memory/contradictions.ts";
import { emptyListFaults } from "../../memory/empty-lists.ts";
import { countFacets, type SlicedRelease } from "../../memory/facets.ts";
import { hiddenBenchmarks, snapshotReleases } from "../../memory/filter-vocabulary.ts";
import type { ReleaseCatalog } from "../../memory/release-catalog.ts";
import { type SliceRemark, unstatedConditions } from "../../memory/unstated-conditions.ts";
import { inTurn, mapInBursts } from "../../workers/yielding.ts";
import { type Compute, computed, type RequestContext, type Resolver, type ResolverMap } from "./resolver.ts";

const resolveSlice: Resolver<QuerySliceArgs> = (_source, { filter }, context) => {
  const canonical = canonicalSlice(filter);
  return {
    canonical,
    fingerprint: sliceFingerprint(canonical),
    warnings: () => warningsOf(filter ?? {}, context),
  };
};

/** Conditions that exclude each other, and conditions on data that a current release does not have. */
async function warningsOf(
  filter: QuestionFilter,
  { database, viewer, runAggregates: { memory } }: RequestContext,
): Promise<readonly SliceRemark[]> {
  const { catalogs } = memory;
  const current = await catalogs.currentReleases();
  const releases = await catalogs.all(current.map(({ release }) => release));
  const [snapshots, hidden, reviews] = await Promise.all([
    snapshotReleases({ database, memory }),
    hiddenBenchmarks({ database, memory, viewer }, false),
    catalogs.reviews.followedBy(canonicalSlice(filter)),
  ]);
  const reviewed = ({ release, benchmark }: ReleaseCatalog): boolean =>
    hidden.includes(benchmark) || reviews.has(release);
  const empty = emptyListFaults({ argument: "filter", value: filter });
  return [
    ...empty.map(({ path, reason }) => ({ path, benchmark: null, message: reason })),
    ...contradictions(filter),
    ...unstatedConditions(filter, [...releases.values()], { snapshots, reviewed }),
  ];
}

export const sliceResolvers: ResolverMap = { Query: { slice: resolveSlice } };

const computeFacets: Compute<QueryFacetsArgs> = async (_source, { filter, by, release }, { runAggregates }) => {
  const dimensions = distinctDimensions(by, 1, DIMENSIONS.length);
  const { catalogs } = runAggregates.memory;
  const slice = canonicalSlice(filter);
  const sliced = release == null ? await catalogs.sliced(slice) : [await slicedRelease(catalogs, release, slice)];
  return inTurn(() => mapInBursts(dimensions, (dimension) => ({ dimension, values: countFacets(sliced, dimension) })));
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
