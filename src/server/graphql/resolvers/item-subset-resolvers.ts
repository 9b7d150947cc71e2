import { encodeStoredId, requireNodeKey, requireStoredKey } from "../../../domain/node-id.ts";
import type { RepresentativeSubset } from "../../../domain/representative-subset.ts";
import { canonicalSlice } from "../../../domain/slice/canonical-slice.ts";
import type { QuestionFilter } from "../../../domain/slice/question-filter.ts";
import { fetchSubset, type SubsetRow } from "../../boards/item-subset-queries.ts";
import type { Leaderboard } from "../../boards/leaderboard-entries.ts";
import type { RunReference } from "../../boards/run-aggregates.ts";
import { seesAnswers } from "../../conditions/answer-visibility.ts";
import type {
  MutationStoreSubsetArgs,
  QueryNextQuestionsArgs,
  QueryRepresentativeSubsetArgs,
  QueryStoredSubsetArgs,
  RunAbilityArgs,
  StoreSubsetInput,
} from "../../generated/schema-types.ts";
import { withheldFigures } from "../../items/analysed-release.ts";
import { type BoardSaturation, boardSaturation } from "../../items/board-saturation.ts";
import { chooseSubset, type SubsetRequest, storeSubset } from "../../items/item-subsets.ts";
import { abilityOf, type RunAbility } from "../../items/run-ability.ts";
import { questionsNext, scoreEstimate } from "../../items/subset-planning.ts";
import { runConditions } from "../plan/types/run-list.ts";
import { analysisOf } from "./item-resolvers.ts";
import {
  type Compute,
  computed,
  ofNeeds,
  type RequestContext,
  type Resolver,
  type ResolverMap,
  referring,
} from "./resolver.ts";

/** A subset, stored or not. */
interface SubsetSource {
  readonly id: string | null;
  readonly release: number;
  readonly filter: QuestionFilter;
  readonly keyRevision: number;
  readonly subset: RepresentativeSubset;
}

const storedSource = ({ id, release, filter, keyRevision, subset }: SubsetRow): SubsetSource => ({
  ...{ release, filter, keyRevision, subset },
  id: encodeStoredId("subset", id),
});

type Wanted = Pick<StoreSubsetInput, "benchmark" | "filter" | "size" | "runs" | "seed">;

const requestOf = ({ benchmark, filter, size, runs, seed }: Wanted): SubsetRequest => ({
  ...{ benchmark, size, seed: seed ?? 1 },
  filter: filter ?? {},
  runs: runConditions(runs),
});

const resolveChoice: Resolver<QueryRepresentativeSubsetArgs> = async (_source, args, context) => {
  const { runs, runAggregates, viewer } = context;
  const request = requestOf(args);
  const { analysis, subset } = await chooseSubset(runs, runAggregates, viewer, request);
  const { release, keyRevision, evidence, leftOut, uncounted } = analysis;
  const source: SubsetSource | null = subset && { id: null, release, keyRevision, subset, filter: request.filter };
  const withheld = withheldFigures(analysis.withheld(["subset"]));
  return { subset: source, evidence, leftOut, uncounted, withheld };
};

const resolveStored: Resolver<QueryStoredSubsetArgs> = async (_source, { id }, { database, viewer }) => {
  const row = await fetchSubset(database, requireStoredKey("subset", id, "id"));
  return row === undefined || !seesAnswers(viewer, row) ? null : storedSource(row);
};

const resolveStore: Resolver<MutationStoreSubsetArgs> = async (
  _source,
  { input },
  { runs, runAggregates, viewer },
) => ({
  subset: storedSource(await storeSubset(runs, runAggregates, viewer, requestOf(input))),
});

const resolveNext: Resolver<QueryNextQuestionsArgs> = async (_source, args, { runs, runAggregates, viewer }) => {
  const { analysis, release, ability, questions } = await questionsNext(runs, runAggregates, viewer, {
    run: requireNodeKey("Run", args.run, "run"),
    count: args.count ?? 10,
    slice: canonicalSlice(args.filter),
    runs: runConditions(args.runs),
  });
  return {
    ability: ability?.value ?? null,
    standardError: ability?.standardError ?? null,
    asked: ability?.questions ?? 0,
    questions: questions.map((question) => ({ ...question, release })),
    evidence: analysis.evidence,
    leftOut: analysis.leftOut,
    uncounted: analysis.uncounted,
    withheld: withheldFigures(analysis.withheld(["fit"])),
  };
};

const resolveNextQuestion: Resolver<object, { readonly release: number; readonly ordinal: number }> = (
  { release, ordinal },
  _args,
  { planned },
  info,
) => planned.loadQuestion(release, ordinal, info);

const computeEstimate: Compute<object, RunReference> = async (run, _args, { runAggregates }) => {
  const estimate = await scoreEstimate(runAggregates, run);
  return estimate && { ...estimate, subset: storedSource(estimate.row) };
};

async function keysOf(
  { release, subset }: SubsetSource,
  { runAggregates }: RequestContext,
): Promise<readonly string[]> {
  const { keys } = await runAggregates.memory.catalogs.of(release);
  return subset.questions.map((ordinal) => keys[ordinal] ?? "");
}

/** A field of the computed subset. */
const of =
  <T>(read: (subset: RepresentativeSubset) => T): Resolver<object, SubsetSource> =>
  ({ subset }) =>
    read(subset);

export const itemSubsetResolvers: ResolverMap = {
  Query: { representativeSubset: resolveChoice, storedSubset: resolveStored, nextQuestions: resolveNext },
  Mutation: { storeSubset: resolveStore },
  Run: { estimate: ofNeeds(computeEstimate) },
  NextQuestion: { question: resolveNextQuestion },
  RepresentativeSubset: {
    release: referring({ type: "Release", key: ({ release }: SubsetSource) => release }),
    keys: (source: SubsetSource, _args: object, context: RequestContext) => keysOf(source, context),
    of: of((subset) => subset.of),
    seed: of((subset) => subset.seed),
    weights: of((subset) => subset.weights),
    method: of((subset) => subset.method),
    errors: of((subset) => subset.errors),
    runFolds: of((subset) => subset.folds.runs),
    familyFolds: of((subset) => subset.folds.families),
    estimator: of((subset) => subset.estimator),
    evidence: of((subset) => subset.evidence),
  },
};

/** The ability of a run; null where answers are hidden from the viewer, and for a run asked without options. */
export async function runAbility(
  reference: RunReference,
  fitted: Pick<RunAbilityArgs, "runs">,
  context: RequestContext,
): Promise<RunAbility | null> {
  const { run, release, openEnded, answersVisible } = reference;
  if (!answersVisible || openEnded) return null;
  const analysis = await analysisOf(context, release, fitted, "FULLEST");
  return abilityOf(analysis, run, () => context.runAggregates.vectors(reference));
}

/** The saturation of a leaderboard; null where answers are hidden from the viewer. */
export async function saturationOfBoard(board: Leaderboard, context: RequestContext): Promise<BoardSaturation | null> {
  const { ranked } = board;
  if (ranked === null || !ranked.answersVisible) return null;
  const { release, questions } = ranked;
  const [analysis, reviews] = await Promise.all([
    analysisOf(context, release, {}, "FULLEST"),
    context.runAggregates.items.reviews(release),
  ]);
  return boardSaturation(board, questions, analysis, reviews);
}

const computeAbility: Compute<RunAbilityArgs, RunReference> = runAbility;

export const abilityResolvers: ResolverMap = {
  Run: { ability: computed(computeAbility) },
};
