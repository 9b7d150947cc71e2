import { requireNodeKey } from "../../domain/node-id.ts";
import { canonicalSlice } from "../../domain/slice/canonical-slice.ts";
import type { QueryCompareRunsArgs } from "../generated/schema-types.ts";
import { fetchQuestionsByOrdinal } from "../plan/root-fields.ts";
import { compareRuns, type RunComparison } from "../services/comparison/compare-runs.ts";
import { distinctDimensions } from "./facet-resolvers.ts";
import { type Compute, computed, type Resolver, type ResolverMap, referring } from "./resolver.ts";

const computeComparison: Compute<QueryCompareRunsArgs> = (_source, args, { database, runAggregates, viewer }) => {
  const runs = [requireNodeKey("Run", args.a, "a"), requireNodeKey("Run", args.b, "b")] as const;
  const by = args.by == null ? [] : distinctDimensions(args.by, 1, 2);
  return compareRuns(database, runAggregates, viewer, runs, canonicalSlice(args.filter), by);
};

const runOf = (side: "a" | "b") => referring({ type: "Run", key: (comparison: RunComparison) => comparison[side] });

const resolveDisagreements: Resolver<object, RunComparison> = ({ release, differing }, _args, context, info) =>
  fetchQuestionsByOrdinal(context, info, release, differing);

export const comparisonResolvers: ResolverMap = {
  Query: { compareRuns: computed(computeComparison) },
  RunComparison: { a: runOf("a"), b: runOf("b"), disagreements: resolveDisagreements },
};
