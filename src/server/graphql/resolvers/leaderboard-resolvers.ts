import { encodeNodeId } from "../../../domain/node-id.ts";
import { canonicalSlice } from "../../../domain/slice/canonical-slice.ts";
import { sliceFingerprint } from "../../../domain/slice/slice-fingerprint.ts";
import { referenceFigures } from "../../boards/compare-with-reference.ts";
import { type LeaderboardRequest, leaderboard } from "../../boards/leaderboard.ts";
import type { Leaderboard, LeaderboardEntry } from "../../boards/leaderboard-entries.ts";
import type { RunAggregates } from "../../boards/run-aggregates.ts";
import { withTask } from "../../boards/task-scores.ts";
import type { LeaderboardOrder, QueryLeaderboardArgs } from "../../generated/schema-types.ts";
import { inTurn } from "../../workers/yielding.ts";
import { runConditions } from "../plan/types/run-list.ts";
import { type ComputedList, pageOf } from "./computed-list.ts";
import { runAbility, saturationOfBoard } from "./item-subset-resolvers.ts";
import { type Compute, computed, type RequestContext, type ResolverMap, referring } from "./resolver.ts";

const MOST_ENTRIES = 1_000;

const computeLeaderboard: Compute<QueryLeaderboardArgs> = async (_source, args, context) => {
  const slice = canonicalSlice(args.filter);
  const { benchmark, published = true, partial = false, board: part = null } = args;
  const request = { benchmark, slice, runs: runConditions(args.runs), published, partial, board: part };
  const board = await sharedBoard(request, context);
  const { field, direction } = args.orderBy ?? BEST_FIRST;
  const placeAt = placesInOrder(board, field, direction);
  const entries: ComputedList<EntrySource> = {
    name: `leaderboard:${benchmark}:${sliceFingerprint(slice)}:${field}:${direction}:${part ?? ""}`,
    length: board.length,
    at: (index) => entrySource(board, placeAt(index)),
    idOf: ({ run, figure }) => `${run}:${figure}`,
  };
  return Object.assign(pageOf(entries, args, MOST_ENTRIES), board.summary(), { board, request });
};

/** The leaderboards of a request, by what they rank. */
const boards = new WeakMap<RunAggregates, Map<string, Promise<Leaderboard>>>();

/**
 * The fields of a request that ask for the same leaderboard, in any order and pages, share one computation. The first
 * leaderboard of a request starts at once, the others take turns.
 */
function sharedBoard(
  request: LeaderboardRequest,
  { database, runAggregates, viewer }: RequestContext,
): Promise<Leaderboard> {
  const asked = boards.get(runAggregates) ?? new Map<string, Promise<Leaderboard>>();
  const { slice, ...others } = request;
  const name = `${sliceFingerprint(slice)} ${JSON.stringify(others)}`;
  const shared = asked.get(name);
  if (shared !== undefined) return shared;
  const start = (): Promise<Leaderboard> => leaderboard(database, runAggregates, viewer, request);
  const board = asked.size === 0 ? start() : Promise.resolve(inTurn(start));
  boards.set(runAggregates, asked.set(name, board));
  return board;
}

/** An entry with its leaderboard, which computes the entry's other fields. */
interface EntrySource extends LeaderboardEntry {
  readonly __typename: "RankedRun" | "RankedFigure";
  readonly board: Leaderboard;
}

function entrySource(board: Leaderboard, place: number): EntrySource {
  const entry = board.entry(place);
  return { __typename: entry.run === null ? "RankedFigure" : "RankedRun", ...entry, board };
}

export const BEST_FIRST: LeaderboardOrder = { field: "SCORE", direction: "DESC" };

/** Maps an index in the requested order to the place of the entry on the leaderboard. */
export function placesInOrder(
  board: Leaderboard,
  field: LeaderboardOrder["field"],
  direction: LeaderboardOrder["direction"],
): (index: number) => number {
  const last = board.length - 1;
  const isForwards = (direction === "ASC") === (field === "MODEL");
  const places = field === "MODEL" ? board.placesByModel() : null;
  return (index) => {
    const place = isForwards ? index : last - index;
    return places === null ? place : (places[place] ?? -1);
  };
}

export const modelOfEntry = referring<Pick<LeaderboardEntry, "model" | "modelSlug" | "modelName">>({
  type: "Model",
  key: ({ model }) => model,
  known: {
    id: ({ model }) => encodeNodeId("Model", model),
    slug: ({ modelSlug }) => modelSlug,
    name: ({ modelName }) => modelName,
  },
});

export const runOfEntry = referring<Pick<LeaderboardEntry, "run">>({
  type: "Run",
  key: ({ run }) => run,
  known: { id: ({ run }) => encodeNodeId("Run", run ?? 0) },
});

export const figureOfEntry = referring<Pick<LeaderboardEntry, "figure">>({
  type: "PublishedResult",
  key: ({ figure }) => figure,
});

const ability = computed(({ board, place }: EntrySource, _args: object, context) => {
  const reference = board.runAt(place);
  return reference === null ? null : runAbility(reference, {}, context);
});

const saturation = computed(({ board }: Pick<EntrySource, "board">, _args: object, context) =>
  saturationOfBoard(board, context),
);

/** The official score that is the value of an entry over questions of one task. */
export const taskScoreOfEntry = computed(
  ({ board, place }: Pick<EntrySource, "board" | "place">, _args: object, { database, runAggregates: { memory } }) =>
    withTask(database, memory, board.taskScore(place)),
);

/** The mean of tasks that is the value of an entry over a stage or the whole benchmark. */
export const taskMeanOfEntry = computed(({ board, place }: Pick<EntrySource, "board" | "place">) =>
  board.taskMean(place),
);

const references = computed(({ request }: { readonly request: LeaderboardRequest }, _args: object, context) =>
  referenceFigures(context.database, context.runAggregates, request),
);

const rankRange = computed(({ board, place }: EntrySource) => board.later(() => board.rankRange(place)));

const tiesWithBest = computed(({ board, place }: EntrySource) => board.later(() => board.ranges().tiesWithBest(place)));

export const leaderboardResolvers: ResolverMap = {
  Query: { leaderboard: computed(computeLeaderboard) },
  LeaderboardConnection: { saturation, references },
  ReferenceFigure: { model: modelOfEntry, publishedResult: figureOfEntry },
  RankedRun: {
    rankRange,
    tiesWithBest,
    model: modelOfEntry,
    run: runOfEntry,
    score: computed(({ board, place }: EntrySource) => board.score(place)),
    taskScore: taskScoreOfEntry,
    taskMean: taskMeanOfEntry,
    ability,
  },
  RankedFigure: { rankRange, tiesWithBest, model: modelOfEntry, publishedResult: figureOfEntry },
};
