import { requireNodeKey } from "../../../domain/node-id.ts";
import { canonicalSlice } from "../../../domain/slice/canonical-slice.ts";
import { compareRuns, type RunComparison } from "../../boards/compare-runs.ts";
import {
  compareWithReference,
  type ReferenceComparison,
  type UniquelyRight,
} from "../../boards/compare-with-reference.ts";
import type {
  QueryCompareRunsArgs,
  QueryCompareWithReferenceArgs,
  ReferenceComparisonUniquelyRightArgs,
  RunComparisonDisagreementsArgs,
} from "../../generated/schema-types.ts";
import { fetchQuestionsByOrdinal } from "../plan/root-fields.ts";
import { type Compute, computed, type Resolver, type ResolverMap, referring } from "./resolver.ts";
import { distinctDimensions } from "./slice-resolvers.ts";

const computeComparison: Compute<QueryCompareRunsArgs> = (_source, args, { database, runAggregates, viewer }) => {
  const runs = [requireNodeKey("Run", args.a, "a"), requireNodeKey("Run", args.b, "b")] as const;
  const by = args.by == null ? [] : distinctDimensions(args.by, 1, 2);
  return compareRuns(database, runAggregates, viewer, runs, canonicalSlice(args.filter), by);
};

const computeWithReference: Compute<QueryCompareWithReferenceArgs> = (_source, args, context) => {
  const { database, runAggregates, viewer } = context;
  const reference = requireNodeKey("Run", args.reference, "reference");
  const runs = args.runs.map((id) => requireNodeKey("Run", id, "runs"));
  const by = args.by == null ? [] : distinctDimensions(args.by, 1, 2);
  return compareWithReference(database, runAggregates, viewer, { reference, runs }, canonicalSlice(args.filter), by);
};

const runOf = (side: "a" | "b") => referring({ type: "Run", key: (comparison: RunComparison) => comparison[side] });

const resolveDisagreements: Resolver<RunComparisonDisagreementsArgs, RunComparison> = (
  { release, differing },
  { better = null },
  context,
  info,
) => fetchQuestionsByOrdinal(context, info, release, differing(better));

const resolveUniqueLists: Resolver<ReferenceComparisonUniquelyRightArgs, ReferenceComparison> = (
  { uniquelyRight },
  { run },
) => {
  if (run == null) return uniquelyRight;
  const key = requireNodeKey("Run", run, "run");
  return uniquelyRight.filter((one) => one.run === key);
};

const resolveUnique: Resolver<object, UniquelyRight> = ({ release, ordinals }, _args, context, info) =>
  fetchQuestionsByOrdinal(context, info, release, ordinals);

export const comparisonResolvers: ResolverMap = {
  Query: { compareRuns: computed(computeComparison), compareWithReference: computed(computeWithReference) },
  RunComparison: { a: runOf("a"), b: runOf("b"), disagreements: resolveDisagreements },
  ReferenceComparison: {
    reference: referring({ type: "Run", key: ({ reference }: ReferenceComparison) => reference }),
    uniquelyRight: resolveUniqueLists,
  },
  UniquelyRight: {
    run: referring({ type: "Run", key: ({ run }: UniquelyRight) => run }),
    questions: resolveUnique,
  },
};
