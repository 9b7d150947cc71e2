import { sql } from "drizzle-orm";
import type { QueryBenchmarkArgs } from "../generated/schema-types.ts";
import { fetchObject, fetchObjects } from "../plan/execute-plan.ts";
import type { Resolver, ResolverMap } from "./resolver.ts";

const resolveBenchmarks: Resolver = (_source, _args, context, info) =>
  fetchObjects(
    context,
    info,
    "Benchmark",
    () => sql`true`,
    (b) => sql`${b.slug}`,
    10,
  );

const resolveBenchmark: Resolver<QueryBenchmarkArgs> = (_source, { slug }, context, info) =>
  fetchObject(context, info, "Benchmark", (b) => sql`${b.slug} = ${slug}::text`);

export const benchmarkResolvers: ResolverMap = {
  Query: { benchmarks: resolveBenchmarks, benchmark: resolveBenchmark },
};
