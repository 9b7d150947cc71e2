import { decodeNodeId } from "../../../domain/node-id.ts";
import { canonicalSlice } from "../../../domain/slice/canonical-slice.ts";
import type { QuestionFilter } from "../../../domain/slice/question-filter.ts";
import type { RunReference } from "../../boards/run-aggregates.ts";
import { type TaskReference, WHOLE_TASK_BENCHMARK } from "../../boards/task-scores.ts";
import type { QueryRunArgs, RunBreakdownArgs, RunScoreArgs } from "../../generated/schema-types.ts";
import { fetchRootConnection, fetchRun } from "../plan/root-fields.ts";
import { type Compute, computed, type Resolver, type ResolverMap } from "./resolver.ts";
import { distinctDimensions } from "./slice-resolvers.ts";

const fetchRuns = fetchRootConnection("runs");

const resolveRuns: Resolver = (_source, _args, context, info) => fetchRuns(context, info);

const resolveRun: Resolver<QueryRunArgs> = (_source, { id }, context, info) => {
  const decoded = decodeNodeId(id);
  return decoded?.type === "Run" ? fetchRun(context, info, decoded.key) : null;
};

type FilterArgs = { readonly filter?: QuestionFilter | null };

const computeScore: Compute<RunScoreArgs, RunReference> = (run, { filter, board }, { runAggregates }) =>
  runAggregates.score(run, canonicalSlice(filter), board ?? null);

const computeCounts: Compute<FilterArgs, RunReference> = (run, { filter }, { runAggregates }) =>
  runAggregates.counts(run, canonicalSlice(filter));

const computeBreakdown: Compute<RunBreakdownArgs, TaskReference> = async (run, { by, filter }, { runAggregates }) => {
  const cells = await runAggregates.breakdown(run, canonicalSlice(filter), distinctDimensions(by, 1, 2));
  return run.benchmark === WHOLE_TASK_BENCHMARK ? cells.map((cell) => ({ ...cell, reference: run })) : cells;
};

/** The part of a response that a rule matched. `start` is null if no rule matched. */
interface SpanNeeds {
  readonly start: number | null;
  readonly end: number;
  readonly response: string | null;
}

const computeSpan: Compute<object, SpanNeeds> = ({ start, end, response }) =>
  start === null ? null : { start, end, text: response?.slice(start, end) ?? "" };

export const runResolvers: ResolverMap = {
  Query: { runs: resolveRuns, run: resolveRun },
  Run: { score: computed(computeScore), counts: computed(computeCounts), breakdown: computed(computeBreakdown) },
  Extraction: { span: computed(computeSpan) },
};
