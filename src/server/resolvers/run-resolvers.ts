import { sql } from "drizzle-orm";
import { decodeNodeId } from "../../domain/node-id.ts";
import { canonicalSlice } from "../../domain/slice/canonical-slice.ts";
import type { QuestionFilter } from "../../domain/slice/question-filter.ts";
import { runVisibleTo } from "../data/run-conditions.ts";
import type { QueryRunArgs, RunBreakdownArgs } from "../generated/schema-types.ts";
import type { RunReference } from "../loaders/run-aggregates.ts";
import { fetchObject } from "../plan/execute-plan.ts";
import { distinctDimensions } from "./facet-resolvers.ts";
import type { Resolver, ResolverMap, Source } from "./resolver.ts";

/** The fields that a plan adds for aggregates. */
const reference = (run: Source): RunReference => ({ run: Number(run.$run), release: Number(run.$release) });

type FilterArgs = { readonly filter?: QuestionFilter | null };

const resolveRun: Resolver<QueryRunArgs> = (_source, { id }, context, info) => {
  const decoded = decodeNodeId(id);
  if (decoded?.type !== "Run") return null;
  return fetchObject(
    context,
    info,
    "Run",
    (r) => sql`${r.id} = ${decoded.key}::int and ${runVisibleTo(context.viewer, r)}`,
  );
};

const resolveScore: Resolver<FilterArgs> = (run, { filter }, { runAggregates }) =>
  runAggregates.score(reference(run), canonicalSlice(filter));

const resolveCounts: Resolver<FilterArgs> = (run, { filter }, { runAggregates }) =>
  runAggregates.counts(reference(run), canonicalSlice(filter));

const resolveBreakdown: Resolver<RunBreakdownArgs> = (run, { by, filter }, { runAggregates }) =>
  runAggregates.breakdown(reference(run), canonicalSlice(filter), distinctDimensions(by, 1, 2));

/** A span, with the text of the response that it means. */
const resolveSpan: Resolver<object, { span: { start: number; end: number } | null; response: string | null }> = ({
  span,
  response,
}) => span && { ...span, text: response?.slice(span.start, span.end) ?? "" };

export const runResolvers: ResolverMap = {
  Query: { run: resolveRun },
  Run: { score: resolveScore, counts: resolveCounts, breakdown: resolveBreakdown },
  Extraction: { span: resolveSpan },
};
