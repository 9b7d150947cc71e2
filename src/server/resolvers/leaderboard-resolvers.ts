import { canonicalSlice, sliceFingerprint } from "../../domain/slice/canonical-slice.ts";
import type { LeaderboardOrder, QueryLeaderboardArgs } from "../generated/schema-types.ts";
import { AGGREGATE_COST } from "../plan/request-cost.ts";
import { runConditions } from "../plan/types/run-list.ts";
import { type LeaderboardEntry, leaderboard } from "../services/comparison/leaderboard.ts";
import { type ComputedPage, pageOf } from "./computed-list.ts";
import type { Resolver, ResolverMap } from "./resolver.ts";

const MOST_ENTRIES = 100;

const resolveLeaderboard: Resolver<QueryLeaderboardArgs> = async (_source, args, context) => {
  context.cost.charge(AGGREGATE_COST.leaderboard);
  const slice = canonicalSlice(args.filter);
  const { benchmark, published = true } = args;
  const request = { benchmark, slice, runs: runConditions(args.runs), published };
  const { entries, questions } = await leaderboard(context.database, context.runAggregates, context.viewer, request);
  const { field, direction } = args.orderBy ?? BEST_FIRST;
  const name = `leaderboard:${benchmark}:${sliceFingerprint(slice)}:${field}:${direction}`;
  const page: ComputedPage<LeaderboardEntry> = pageOf(
    { name, items: ordered(entries, field, direction), idOf: ({ run, figure }) => `${run}:${figure}` },
    args,
    MOST_ENTRIES,
  );
  return { ...page, questions };
};

const BEST_FIRST: LeaderboardOrder = { field: "SCORE", direction: "DESC" };

function ordered(
  entries: readonly LeaderboardEntry[],
  field: LeaderboardOrder["field"],
  direction: LeaderboardOrder["direction"],
): readonly LeaderboardEntry[] {
  if (field === "SCORE") return direction === "DESC" ? entries : entries.toReversed();
  const byModel = entries.toSorted((a, b) => (a.modelName < b.modelName ? -1 : a.modelName > b.modelName ? 1 : 0));
  return direction === "ASC" ? byModel : byModel.reverse();
}

const resolveModel: Resolver<object, LeaderboardEntry> = ({ model }, _args, { planned }, info) =>
  planned.load("Model", model, info);

const resolveRun: Resolver<object, LeaderboardEntry> = ({ run }, _args, { planned }, info) =>
  run === null ? null : planned.load("Run", run, info);

const resolvePublishedResult: Resolver<object, LeaderboardEntry> = ({ figure }, _args, { planned }, info) =>
  figure === null ? null : planned.load("PublishedResult", figure, info);

export const leaderboardResolvers: ResolverMap = {
  Query: { leaderboard: resolveLeaderboard },
  LeaderboardEntry: { model: resolveModel, run: resolveRun, publishedResult: resolvePublishedResult },
};
