import { canonicalSlice } from "../../../domain/slice/canonical-slice.ts";
import type { QuestionFilter } from "../../../domain/slice/question-filter.ts";
import { sliceFingerprint } from "../../../domain/slice/slice-fingerprint.ts";
import type { QuerySliceArgs } from "../../generated/schema-types.ts";
import { contradictions } from "../../memory/contradictions.ts";
import { emptyListFaults } from "../../memory/empty-lists.ts";
import { hiddenBenchmarks, snapshotReleases } from "../../memory/filter-vocabulary.ts";
import type { ReleaseCatalog } from "../../memory/release-catalog.ts";
import { type SliceRemark, unstatedConditions } from "../../memory/unstated-conditions.ts";
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
