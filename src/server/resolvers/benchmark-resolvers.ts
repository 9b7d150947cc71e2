import type { QueryBenchmarkArgs } from "../generated/schema-types.ts";
import { fetchBenchmark, fetchBenchmarks } from "../plan/root-fields.ts";
import type { Resolver, ResolverMap } from "./resolver.ts";

const resolveBenchmarks: Resolver = (_source, _args, context, info) => fetchBenchmarks(context, info);

const resolveBenchmark: Resolver<QueryBenchmarkArgs> = (_source, { slug }, context, info) =>
  fetchBenchmark(context, info, slug);

export const benchmarkResolvers: ResolverMap = {
  Query: { benchmarks: resolveBenchmarks, benchmark: resolveBenchmark },
};
