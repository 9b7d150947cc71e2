import { encodeStoredId } from "../../../domain/node-id.ts";
import { canonicalSlice } from "../../../domain/slice/canonical-slice.ts";
import { sliceFingerprint } from "../../../domain/slice/slice-fingerprint.ts";
import type { QuestionReference } from "../../boards/question-results.ts";
import type {
  MutationTakeItemSnapshotArgs,
  QueryItemAnalysisArgs,
  QueryItemSnapshotsArgs,
  QuestionStatisticsArgs,
  RunFilter,
} from "../../generated/schema-types.ts";
import { analysedRelease, withheldFigures } from "../../items/analysed-release.ts";
import type { CountedInputs } from "../../items/counted-runs.ts";
import {
  type DescribedItems,
  type Item,
  type ItemOrder,
  itemModel,
  itemOf,
  itemOptions,
  orderedItems,
} from "../../items/item.ts";
import type { ItemAnalysis } from "../../items/item-analysis.ts";
import { itemSnapshotsOf, takeItemSnapshot } from "../../items/item-snapshots.ts";
import type { SnapshotRow } from "../../memory/item-snapshot-queries.ts";
import { inTurn } from "../../workers/yielding.ts";
import { runConditions } from "../plan/types/run-list.ts";
import { pageOf } from "./computed-list.ts";
import { type Compute, ofNeeds, type RequestContext, type Resolver, type ResolverMap, referring } from "./resolver.ts";

const MOST_ITEMS = 1_000;
const IN_ORDER: ItemOrder = { field: "ORDINAL", direction: "ASC" };

type RunArgument = { readonly runs?: RunFilter | null | undefined };

/** An item with the data from which its other fields are computed. */
interface ListedItem extends Item {
  readonly described: DescribedItems;
  readonly counted: RunArgument;
}

/**
 * The analysis for a caller who may see the answers. Calls with equal arguments within one request share one analysis.
 * @param inputs which runs of each model are counted: `FULLEST` for suspected answer keys, 2PL models, representative
 *   subsets and comparison plans, `ALL` for other figures
 */
export const analysisOf = (
  { runs, runAggregates, viewer }: RequestContext,
  release: number,
  counted: RunArgument,
  inputs: CountedInputs,
): Promise<ItemAnalysis> =>
  runs.items.of(runs, runAggregates, viewer, { release, runs: runConditions(counted.runs), inputs });

/** Makes the items of a release, from the classical statistics of all of its questions. */
async function describedItems(context: RequestContext, release: number, counted: RunArgument) {
  const analysis = await analysisOf(context, release, counted, "ALL");
  const described: DescribedItems = { analysis, figures: await analysis.figures() };
  return { ...described, at: (ordinal: number): ListedItem => ({ ...itemOf(described, ordinal), described, counted }) };
}

const resolveAnalysis: Resolver<QueryItemAnalysisArgs> = async (_source, args, context) => {
  const { database, runAggregates, viewer } = context;
  const release = await analysedRelease(database, runAggregates, viewer, args.benchmark);
  const { analysis, figures, at } = await describedItems(context, release, args);
  const slice = canonicalSlice(args.filter);
  const questions = await runAggregates.slice(release, slice);
  const order = { ...IN_ORDER, ...args.orderBy };
  const ordinals = await inTurn(() => orderedItems(figures, Array.from(questions.ordinals), order));
  const ordinalAt = (place: number): number => ordinals[place] ?? -1;
  const items = pageOf(
    {
      name: `items:${args.benchmark}:${sliceFingerprint(slice)}:${order.field}:${order.direction}`,
      length: ordinals.length,
      at: (place) => at(ordinalAt(place)),
      idOf: ({ ordinal }) => String(ordinal),
      idAt: (place) => String(ordinalAt(place)),
    },
    args,
    MOST_ITEMS,
  );
  const { evidence, leftOut } = analysis;
  let models: ReturnType<typeof analysisOf> | undefined;
  const ofModels = () => {
    models ??= analysisOf(context, release, args, "FULLEST");
    return models;
  };
  const uncounted = async () => (await ofModels()).uncounted;
  const withheld = async () => {
    const fullest = await ofModels();
    return withheldFigures([...analysis.withheld(["share", "bands", "discrimination"]), ...fullest.withheld(["fit"])]);
  };
  return Object.assign(items, { evidence, leftOut, uncounted, withheld });
};

/** The inputs for a question's statistics, and whether the viewer may see data that reveals its answer. */
interface StatisticsNeeds extends QuestionReference {
  readonly seen: boolean;
}

const computeStatistics: Compute<QuestionStatisticsArgs, StatisticsNeeds> = async (question, args, context) => {
  if (!question.seen) return null;
  return (await describedItems(context, question.release, args)).at(question.ordinal);
};

const resolveQuestion: Resolver<object, Item> = ({ release, ordinal }, _args, { planned }, info) =>
  planned.loadQuestion(release, ordinal, info);

const resolveModel: Resolver<object, ListedItem> = async ({ release, ordinal, counted }, _args, context) =>
  itemModel(await analysisOf(context, release, counted, "FULLEST"), ordinal);

const resolveOptions: Resolver<object, ListedItem> = ({ described, ordinal }) => itemOptions(described, ordinal);

export const itemResolvers: ResolverMap = {
  Query: { itemAnalysis: resolveAnalysis },
  Question: { statistics: ofNeeds(computeStatistics) },
  Item: { question: resolveQuestion, model: resolveModel, options: resolveOptions },
};

const resolveSnapshots: Resolver<QueryItemSnapshotsArgs> = async (_source, { benchmark }, { database }) =>
  (await itemSnapshotsOf(database, benchmark)).map(snapshotSource);

const resolveTake: Resolver<MutationTakeItemSnapshotArgs> = async (
  _source,
  { input: { runs: filter, ...input } },
  { runs, runAggregates, viewer },
) => {
  const wanted = { ...input, runs: runConditions(filter) };
  return { snapshot: snapshotSource(await takeItemSnapshot(runs, runAggregates, viewer, wanted)) };
};

/** `ItemSnapshot` of the schema. */
const snapshotSource = ({ id, takenAt, runs, families, ...row }: SnapshotRow) => ({
  ...row,
  id: encodeStoredId("snapshot", id),
  takenAt: takenAt.toISOString(),
  evidence: { runs, families },
});

export const itemSliceResolvers: ResolverMap = {
  Query: { itemSnapshots: resolveSnapshots },
  Mutation: { takeItemSnapshot: resolveTake },
  ItemSnapshot: { release: referring({ type: "Release", key: ({ release }: SnapshotRow) => release }) },
};
