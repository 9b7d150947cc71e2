import { canonicalSlice } from "../../domain/slice/canonical-slice.ts";
import type { QuestionFilter } from "../../domain/slice/question-filter.ts";
import { sliceFingerprint } from "../../domain/slice/slice-fingerprint.ts";
import { hiddenBenchmarks, snapshotReleases } from "../catalog/filter-vocabulary.ts";
import type { ReleaseCatalog } from "../catalog/release-catalog.ts";
import { type UnstatedCondition, unstatedConditions } from "../catalog/unstated-conditions.ts";
import type { QuerySliceArgs } from "../generated/schema-types.ts";
import type { RequestContext } from "./request-context.ts";
import type { Resolver, ResolverMap } from "./resolver.ts";

const resolveSlice: Resolver<QuerySliceArgs> = (_source, { filter }, context) => {
  const canonical = canonicalSlice(filter);
  return {
    canonical,
    fingerprint: sliceFingerprint(canonical),
    warnings: () => warningsOf(filter ?? {}, context),
  };
};

/** Warnings about conditions of the filter on data that a current release does not have. */
async function warningsOf(
  filter: QuestionFilter,
  { database, viewer, runAggregates: { memory } }: RequestContext,
): Promise<readonly UnstatedCondition[]> {
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
  return unstatedConditions(filter, [...releases.values()], { snapshots, reviewed });
}

export const sliceResolvers: ResolverMap = { Query: { slice: resolveSlice } };
