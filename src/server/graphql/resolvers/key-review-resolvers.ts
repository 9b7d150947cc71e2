import { requireUpTo } from "../../../domain/errors.ts";
import { optionLabel } from "../../../domain/option-label.ts";
import { canonicalSlice } from "../../../domain/slice/canonical-slice.ts";
import { sliceFingerprint } from "../../../domain/slice/slice-fingerprint.ts";
import type { QuestionReference } from "../../boards/question-results.ts";
import type {
  KeySuspectRankChangesArgs,
  MutationReviewKeyArgs,
  QueryKeySuspectsArgs,
} from "../../generated/schema-types.ts";
import { analysedRelease, withheldFigures } from "../../items/analysed-release.ts";
import type { ItemAnalysis } from "../../items/item-analysis.ts";
import {
  awaitsReview,
  keySuspects,
  latestReviews,
  type ReviewedSuspect,
  type RunRankChange,
  rankChanges,
  SUSPECT_FIGURES,
} from "../../items/key-suspects.ts";
import { keyReviewOf, type ReviewedKey, reviewKey } from "../../items/record-review.ts";
import { fetchKeyRevision } from "../plan/root-fields.ts";
import { runConditions } from "../plan/types/run-list.ts";
import { pageOfItems } from "./computed-list.ts";
import { analysisOf } from "./item-resolvers.ts";
import { type Compute, computed, type Resolver, type ResolverMap, referring } from "./resolver.ts";

const MOST_SUSPECTS = 100;
const MOST_CHANGES = 100;

/** A suspect with the analysis that found it. */
interface SuspectSource extends ReviewedSuspect {
  readonly analysis: ItemAnalysis;
}

const resolveSuspects: Resolver<QueryKeySuspectsArgs> = async (_source, args, context) => {
  const { database, runAggregates, viewer } = context;
  const release = await analysedRelease(database, runAggregates, viewer, args.benchmark);
  const analysis = await analysisOf(context, release, args, "FULLEST");
  const slice = canonicalSlice(args.filter);
  const asked = new Set((await runAggregates.slice(release, slice)).ordinals);
  const reviews = latestReviews(await runAggregates.items.reviews(release));
  const items = (await keySuspects(analysis))
    .filter(({ question }) => asked.has(question))
    .map((suspect): SuspectSource => ({ ...suspect, review: reviews.get(suspect.question) ?? null, analysis }))
    .filter((suspect) => (args.reviewed ? suspect.review !== null : awaitsReview(suspect)));
  const name = `suspects:${args.benchmark}:${sliceFingerprint(slice)}:${args.reviewed}`;
  const page = pageOfItems({ name, items, idOf: ({ question }) => String(question) }, args, MOST_SUSPECTS);
  const { evidence, leftOut, uncounted } = analysis;
  return Object.assign(page, {
    evidence,
    leftOut,
    uncounted,
    withheld: withheldFigures(analysis.withheld(SUSPECT_FIGURES)),
  });
};

const resolveReviewKey: Resolver<MutationReviewKeyArgs> = (_source, { input }, { runs, runAggregates, viewer }) =>
  reviewKey(runs, runAggregates, viewer, { ...input, runs: runConditions(input.runs) });

const computeRankChanges: Compute<KeySuspectRankChangesArgs, SuspectSource> = async (suspect, { first = 10 }) => {
  const most = requireUpTo(MOST_CHANGES, "first", first);
  return (await rankChanges(suspect.analysis, suspect)).slice(0, most);
};

/** The inputs for a question's reviews, and whether the viewer may see data that reveals its answer. */
interface ReviewNeeds extends QuestionReference {
  readonly seen: boolean;
}

const computeReviews: Compute<object, ReviewNeeds> = async (question, _args, { runAggregates }) => {
  const { release, ordinal, seen } = question;
  if (!seen) return [];
  const reviews = await runAggregates.items.reviews(release);
  return reviews.filter((review) => review.ordinal === ordinal).map(keyReviewOf);
};

const resolveQuestion: Resolver<object, SuspectSource> = ({ analysis, question }, _args, { planned }, info) =>
  planned.loadQuestion(analysis.release, question, info);

const resolveReviewedQuestion: Resolver<object, ReviewedKey> = ({ release, review }, _args, { planned }, info) =>
  planned.loadQuestion(release, review.ordinal, info);

const resolveKeyRevision: Resolver<object, ReviewedKey> = ({ release, correction }, _args, context, info) =>
  correction === null ? null : fetchKeyRevision(context, info, release, correction.revision);

export const keyReviewResolvers: ResolverMap = {
  Query: { keySuspects: resolveSuspects },
  Mutation: { reviewKey: resolveReviewKey },
  Question: { keyReviews: computed(computeReviews) },
  KeySuspect: {
    question: resolveQuestion,
    key: ({ key }: SuspectSource) => optionLabel(key - 1),
    proposed: ({ proposed }: SuspectSource) => optionLabel(proposed - 1),
    rankChanges: computeRankChanges,
    review: ({ review }: SuspectSource) => review && keyReviewOf(review),
  },
  RankChange: { run: referring({ type: "Run", key: ({ run }: RunRankChange) => run }) },
  ReviewKeyPayload: {
    review: ({ review }: ReviewedKey) => keyReviewOf(review),
    question: resolveReviewedQuestion,
    keyRevision: resolveKeyRevision,
    rescored: ({ correction }: ReviewedKey) => correction?.rescored ?? 0,
    changed: ({ correction }: ReviewedKey) => correction?.changed ?? 0,
  },
};
