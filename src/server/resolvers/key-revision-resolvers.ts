import { badInput } from "../../domain/errors.ts";
import { requireNodeKey } from "../../domain/node-id.ts";
import type {
  MutationCorrectAnswersArgs,
  MutationRescoreRunArgs,
  ScoringChangesArgs,
} from "../generated/schema-types.ts";
import { fetchKeyRevisionObject } from "../plan/key-revision-root.ts";
import { fetchRun } from "../plan/root-fields.ts";
import { type CorrectedAnswers, correctAnswers } from "../services/rescoring/correct-answers.ts";
import { type RescoredRun, rescoreRun } from "../services/rescoring/rescore-run.ts";
import type { OutcomeChange } from "../services/rescoring/scoring-changes.ts";
import type { ScoringReference } from "../services/rescoring/scoring-history.ts";
import type { Resolver, ResolverMap, Source } from "./resolver.ts";
import { runReference } from "./run-resolvers.ts";

const MOST_CHANGES = 1000;

const resolveCorrectAnswers: Resolver<MutationCorrectAnswersArgs> = (_source, { input }, { runs, viewer }) =>
  correctAnswers(runs, viewer, input);

const resolveRescoreRun: Resolver<MutationRescoreRunArgs> = (_source, { input }, { runs, viewer }) =>
  rescoreRun(runs, viewer, requireNodeKey("Run", input.run, "run"), input.reason ?? null);

const resolveKeyRevision: Resolver<object, CorrectedAnswers> = ({ release, revision }, _args, context, info) =>
  fetchKeyRevisionObject(context, info, release, revision);

const resolveRelease: Resolver<object, CorrectedAnswers> = ({ release }, _args, { planned }, info) =>
  planned.load("Release", release, info);

const resolvePayloadRun: Resolver<object, RescoredRun> = ({ run }, _args, context, info) =>
  fetchRun(context, info, run);

/** The fields that a plan adds for a scoring's own figures. */
const reference = (scoring: Source): ScoringReference => ({
  ...runReference(scoring),
  revision: Number(scoring.$revision),
});

const resolveScore: Resolver = (scoring, _args, { scorings }) => scorings.score(reference(scoring));

const resolveChangeCount: Resolver = async (scoring, _args, { scorings }) =>
  scoring.$verdictsVisible === true ? (await scorings.changes(reference(scoring))).length : null;

const resolveChanges: Resolver<ScoringChangesArgs> = async (scoring, { first }, { scorings }) => {
  const most = first ?? MOST_CHANGES;
  if (most < 0 || most > MOST_CHANGES) throw badInput(`'first' must be from 0 to ${MOST_CHANGES}; got ${most}.`);
  if (scoring.$verdictsVisible !== true) return [];
  const { release, ...own } = reference(scoring);
  const changes = await scorings.changes({ release, ...own });
  return changes.slice(0, most).map((change) => ({ ...change, release }));
};

const resolveQuestion: Resolver<object, OutcomeChange & { readonly release: number }> = (
  { release, ordinal },
  _args,
  { planned },
  info,
) => planned.loadQuestion(release, ordinal, info);

export const keyRevisionResolvers: ResolverMap = {
  Mutation: { correctAnswers: resolveCorrectAnswers, rescoreRun: resolveRescoreRun },
  CorrectAnswersPayload: { keyRevision: resolveKeyRevision, release: resolveRelease },
  RescoreRunPayload: { run: resolvePayloadRun },
  Scoring: { score: resolveScore, changeCount: resolveChangeCount, changes: resolveChanges },
  ScoringChange: { question: resolveQuestion },
};
