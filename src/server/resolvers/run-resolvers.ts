import { decodeNodeId } from "../../domain/node-id.ts";
import { canonicalSlice } from "../../domain/slice/canonical-slice.ts";
import type { QuestionFilter } from "../../domain/slice/question-filter.ts";
import type { QueryRunArgs, RunBreakdownArgs } from "../generated/schema-types.ts";
import { fetchRun, fetchRuns } from "../plan/root-fields.ts";
import type { RunReference } from "../services/aggregates/run-aggregates.ts";
import { distinctDimensions } from "./facet-resolvers.ts";
import type { Resolver, ResolverMap, Source } from "./resolver.ts";

const resolveRuns: Resolver = (_source, _args, context, info) => fetchRuns(context, info);

const resolveRun: Resolver<QueryRunArgs> = (_source, { id }, context, info) => {
  const decoded = decodeNodeId(id);
  return decoded?.type === "Run" ? fetchRun(context, info, decoded.key) : null;
};

/** The fields that a plan adds for aggregates. */
export const runReference = (run: Source): RunReference => ({
  run: Number(run.$run),
  release: Number(run.$release),
  openEnded: run.$openEnded === true,
});

type FilterArgs = { readonly filter?: QuestionFilter | null };

const resolveScore: Resolver<FilterArgs> = (run, { filter }, { runAggregates }) => {
  return runAggregates.score(runReference(run), canonicalSlice(filter));
};

const resolveCounts: Resolver<FilterArgs> = (run, { filter }, { runAggregates }) => {
  return runAggregates.counts(runReference(run), canonicalSlice(filter));
};

const resolveBreakdown: Resolver<RunBreakdownArgs> = (run, { by, filter }, { runAggregates }) => {
  return runAggregates.breakdown(runReference(run), canonicalSlice(filter), distinctDimensions(by, 1, 2));
};

interface ExtractionSource {
  readonly span: { readonly start: number; readonly end: number } | null;
  readonly response: string | null;
}

const resolveSpan: Resolver<object, ExtractionSource> = ({ span, response }) =>
  span && { ...span, text: response?.slice(span.start, span.end) ?? "" };

export const runResolvers: ResolverMap = {
  Query: { runs: resolveRuns, run: resolveRun },
  Run: { score: resolveScore, counts: resolveCounts, breakdown: resolveBreakdown },
  Extraction: { span: resolveSpan },
};
