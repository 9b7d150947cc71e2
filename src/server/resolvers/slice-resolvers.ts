import { canonicalSlice } from "../../domain/slice/canonical-slice.ts";
import type { QuestionFilter } from "../../domain/slice/question-filter.ts";
import { sliceFingerprint } from "../../domain/slice/slice-fingerprint.ts";
import { snapshotReleases } from "../catalog/filter-vocabulary.ts";
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

/** Warnings about conditions of the filter that no question of a current release can satisfy. */
async function warningsOf(
  filter: QuestionFilter,
  { database, runAggregates: { memory } }: RequestContext,
): Promise<readonly UnstatedCondition[]> {
  const { catalogs } = memory;
  const current = await catalogs.currentReleases();
  const releases = await catalogs.all(current.map(({ release }) => release));
  return unstatedConditions(filter, [...releases.values()], await snapshotReleases({ database, memory }));
}

export const sliceResolvers: ResolverMap = { Query: { slice: resolveSlice } };
