import { canonicalSlice } from "../../domain/slice/canonical-slice.ts";
import { sliceFingerprint } from "../../domain/slice/slice-fingerprint.ts";
import type { QueryItemAnalysisArgs, QuestionStatisticsArgs } from "../generated/schema-types.ts";
import { runConditions } from "../plan/types/run-list.ts";
import type { QuestionReference } from "../services/aggregates/question-results.ts";
import { type Item, itemOf } from "../services/items/item.ts";
import { analysedRelease, type ItemAnalysis } from "../services/items/item-analyses.ts";
import { type ItemOrder, orderedItems } from "../services/items/item-order.ts";
import { pageOf } from "./computed-list.ts";
import { type Compute, ofNeeds, type Resolver, type ResolverMap } from "./resolver.ts";

const MOST_ITEMS = 1_000;
const IN_ORDER: ItemOrder = { field: "ORDINAL", direction: "ASC" };

const resolveAnalysis: Resolver<QueryItemAnalysisArgs> = async (_source, args, context) => {
  const { database, runAggregates, runs, viewer } = context;
  const release = await analysedRelease(database, runAggregates, viewer, args.benchmark);
  const asked = { release, runs: runConditions(args.runs) };
  const analysis = await runs.items.of(runs, runAggregates, viewer, asked);
  const slice = canonicalSlice(args.filter);
  const questions = await runAggregates.slice(release, slice);
  const order = { ...IN_ORDER, ...args.orderBy };
  const ordinals = orderedItems(analysis, Array.from(questions.ordinals), order);
  const items = pageOf<Item>(
    {
      name: `items:${args.benchmark}:${sliceFingerprint(slice)}:${order.field}:${order.direction}`,
      length: ordinals.length,
      at: (place) => itemOf(analysis, ordinals[place] ?? -1),
      idOf: ({ ordinal }) => String(ordinal),
    },
    args,
    MOST_ITEMS,
  );
  return Object.assign(items, { evidence: analysis.evidence, withheld: withheldFigures(analysis) });
};

const withheldFigures = ({ withheld }: ItemAnalysis): readonly object[] =>
  [...withheld.values()].map(({ withheld: figure, has, needs }) => ({
    figure: figure.toUpperCase(),
    has,
    needs,
  }));

/** The inputs for a question's statistics, and whether the viewer may see data that reveals its answer. */
interface StatisticsNeeds extends QuestionReference {
  readonly seen: boolean;
}

const computeStatistics: Compute<QuestionStatisticsArgs, StatisticsNeeds> = async (question, args, context) => {
  if (!question.seen) return null;
  const { runAggregates, runs, viewer } = context;
  const asked = { release: question.release, runs: runConditions(args.runs) };
  return itemOf(await runs.items.of(runs, runAggregates, viewer, asked), question.ordinal);
};

const resolveQuestion: Resolver<object, Item> = ({ release, ordinal }, _args, { planned }, info) =>
  planned.loadQuestion(release, ordinal, info);

export const itemResolvers: ResolverMap = {
  Query: { itemAnalysis: resolveAnalysis },
  Question: { statistics: ofNeeds(computeStatistics) },
  Item: { question: resolveQuestion },
};
