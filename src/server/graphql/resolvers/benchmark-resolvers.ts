import { publishedDatasheet } from "../../../domain/published-datasheets.ts";
import { type UsedRelease, useRelease } from "../../benchmarks/use-release.ts";
import type { MutationUseReleaseArgs, QueryBenchmarkArgs } from "../../generated/schema-types.ts";
import { fetchBenchmark, fetchBenchmarks } from "../plan/root-fields.ts";
import { type Compute, computed, type Resolver, type ResolverMap, referring } from "./resolver.ts";

const resolveBenchmarks: Resolver = (_source, _args, context, info) => fetchBenchmarks(context, info);

const resolveBenchmark: Resolver<QueryBenchmarkArgs> = (_source, { slug }, context, info) =>
  fetchBenchmark(context, info, slug);

const resolveUseRelease: Resolver<MutationUseReleaseArgs> = (_source, { input }, { runs, viewer }) =>
  useRelease(runs.database, viewer, input);

/** A release, and whether the viewer may see its answers. */
interface AveragedRelease {
  readonly release: number;
  readonly seen: boolean;
}

const computeAverages: Compute<object, AveragedRelease> = async ({ release, seen }, _args, { runAggregates }) => {
  const averages = await runAggregates.items.averages(release);
  return seen ? averages : { ...averages, answerWords: null, stepCount: null };
};

const computeDatasheet: Compute<object, { readonly slug: string }> = ({ slug }) => publishedDatasheet(slug);

export const benchmarkResolvers: ResolverMap = {
  Query: { benchmarks: resolveBenchmarks, benchmark: resolveBenchmark },
  Benchmark: { datasheet: computed(computeDatasheet) },
  Release: { averages: computed(computeAverages) },
  Mutation: { useRelease: resolveUseRelease },
  UseReleasePayload: { release: referring({ type: "Release", key: ({ release }: UsedRelease) => release }) },
};
