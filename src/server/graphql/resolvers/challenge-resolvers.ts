import type { FinalBoard } from "../../../domain/final-board.ts";
import { addMaintainer, listMaintainers, removeMaintainer } from "../../access/maintainers.ts";
import { disclosureOf } from "../../boards/disclosure.ts";
import type {
  MutationAddMaintainerArgs,
  MutationChooseFinalRunsArgs,
  MutationConfigureChallengeArgs,
  MutationDiscloseScoresArgs,
  MutationMergeOwnersArgs,
  MutationMovePrivateBoardArgs,
  MutationRemoveMaintainerArgs,
  MutationRevokeSigningKeyArgs,
  MutationSeparateOwnerArgs,
  MutationSetSubmissionQuotaArgs,
  MutationSplitLeaderboardArgs,
  QueryChallengeArgs,
  QueryDisclosureArgs,
  QueryFinalBoardArgs,
  QueryMaintainersArgs,
  QueryMergedOwnersArgs,
} from "../../generated/schema-types.ts";
import { challengeOf, configureChallenge } from "../../hosting/challenges.ts";
import { discloseScores } from "../../hosting/disclose-scores.ts";
import { chooseFinalRuns } from "../../hosting/final-runs.ts";
import { mergedOwnersOf, mergeOwners, separateOwner } from "../../hosting/merged-owners.ts";
import { finalBoard } from "../../hosting/seal-boards.ts";
import { movePrivateBoard, splitLeaderboard } from "../../hosting/split-leaderboard.ts";
import { requireKnownBenchmark } from "../../memory/missing-benchmark.ts";
import { publishedKeys, revokeSigningKey } from "../../runs/board-signing.ts";
import { setSubmissionQuota, submissionQuotas } from "../../runs/submission/submission-quota.ts";
import { fetchRun } from "../plan/root-fields.ts";
import { type Compute, computed, memoryOf, type Resolver, type ResolverMap } from "./resolver.ts";

const computeChallenge: Compute<QueryChallengeArgs> = async (_source, { benchmark }, context) => {
  const challenge = await challengeOf(context.runs.database, benchmark);
  if (challenge === null) await requireKnownBenchmark(memoryOf(context), benchmark);
  return challenge;
};

const resolveConfigure: Resolver<MutationConfigureChallengeArgs> = async (_source, { input }, { runs, viewer }) => ({
  challenge: await configureChallenge(runs.database, viewer, input),
});

const resolveSplit: Resolver<MutationSplitLeaderboardArgs> = async (_source, { input }, { runs, viewer }) => ({
  challenge: await splitLeaderboard(runs.database, viewer, input),
});

const resolveMove: Resolver<MutationMovePrivateBoardArgs> = async (_source, { input }, { runs, viewer }) => ({
  challenge: await movePrivateBoard(runs.database, viewer, input),
});

/** The source that `chooseFinalRuns` passes to the `runs` field of its payload. */
interface ChosenPayload {
  readonly chosen: readonly number[];
}

const resolveChoose: Resolver<MutationChooseFinalRunsArgs> = async (
  _source,
  { input },
  { runs, viewer },
): Promise<ChosenPayload> => ({ chosen: await chooseFinalRuns(runs.database, viewer, input) });

const resolveChosenRuns: Resolver<object, ChosenPayload> = ({ chosen }, _args, context, info) =>
  Promise.all(chosen.map((run) => fetchRun(context, info, run)));

const computeFinalBoard: Compute<QueryFinalBoardArgs> = async (_source, args, context) => {
  const board = await finalBoard(context.runs.database, args);
  if (board === null) await requireKnownBenchmark(memoryOf(context), args.benchmark);
  return board;
};

const computeSigned: Compute<object, FinalBoard> = (board, _args, { runs }) => runs.signing.sign(board);

const computeSigningKeys: Compute = (_source, _args, { runs }) => publishedKeys(runs.database);

const resolveRevoke: Resolver<MutationRevokeSigningKeyArgs> = async (_source, { input }, { runs, viewer }) => ({
  revokedAt: (await revokeSigningKey(runs.database, viewer, input.id)).toISOString(),
  signingKeys: await publishedKeys(runs.database),
});

export const challengeResolvers: ResolverMap = {
  Query: {
    challenge: computed(computeChallenge),
    finalBoard: computed(computeFinalBoard),
    signingKeys: computed(computeSigningKeys),
  },
  FinalBoard: { signed: computed(computeSigned) },
  ChooseFinalRunsPayload: { runs: resolveChosenRuns },
  Mutation: {
    configureChallenge: resolveConfigure,
    splitLeaderboard: resolveSplit,
    movePrivateBoard: resolveMove,
    chooseFinalRuns: resolveChoose,
    revokeSigningKey: resolveRevoke,
  },
};

const resolveAddMaintainer: Resolver<MutationAddMaintainerArgs> = (_source, { input }, { runs, viewer }) =>
  addMaintainer(runs.database, viewer, input);

const resolveRemoveMaintainer: Resolver<MutationRemoveMaintainerArgs> = (_source, { input }, { runs, viewer }) =>
  removeMaintainer(runs.database, viewer, input);

const resolveSetSubmissionQuota: Resolver<MutationSetSubmissionQuotaArgs> = (_source, { input }, { runs, viewer }) =>
  setSubmissionQuota(runs.database, viewer, input);

const resolveSubmissionQuotas: Resolver = (_source, _args, { runs, viewer }) => submissionQuotas(runs.database, viewer);

const resolveMaintains: Resolver = (_source, _args, { viewer }) => viewer.maintains ?? [];

const resolveMaintainers: Resolver<QueryMaintainersArgs> = async (_source, { benchmark }, context) => {
  const found = await listMaintainers(context.runs.database, context.viewer, benchmark);
  if (found.length === 0) await requireKnownBenchmark(memoryOf(context), benchmark);
  return found;
};

const resolveMergedOwners: Resolver<QueryMergedOwnersArgs> = async (_source, { benchmark }, context) => {
  const merged = await mergedOwnersOf(context.runs.database, context.viewer, benchmark);
  if (merged.length === 0) await requireKnownBenchmark(memoryOf(context), benchmark);
  return merged;
};

const resolveMergeOwners: Resolver<MutationMergeOwnersArgs> = async (_source, { input }, { runs, viewer }) => ({
  benchmark: input.benchmark,
  mergedOwners: await mergeOwners(runs.database, viewer, input),
});

const resolveSeparateOwner: Resolver<MutationSeparateOwnerArgs> = async (_source, { input }, { runs, viewer }) => ({
  benchmark: input.benchmark,
  mergedOwners: await separateOwner(runs.database, viewer, input),
});

const resolveDisclosure: Resolver<QueryDisclosureArgs> = (_source, { benchmark }, { runs, runAggregates, viewer }) =>
  disclosureOf(runs.database, runAggregates.memory, viewer, benchmark);

const resolveDisclose: Resolver<MutationDiscloseScoresArgs> = (_source, { input }, { runs, runAggregates, viewer }) =>
  discloseScores(runs.database, runAggregates.memory, viewer, input);

export const hiddenAnswerResolvers: ResolverMap = {
  Query: { maintainers: resolveMaintainers, mergedOwners: resolveMergedOwners, disclosure: resolveDisclosure },
  Mutation: {
    mergeOwners: resolveMergeOwners,
    separateOwner: resolveSeparateOwner,
    addMaintainer: resolveAddMaintainer,
    removeMaintainer: resolveRemoveMaintainer,
    setSubmissionQuota: resolveSetSubmissionQuota,
    discloseScores: resolveDisclose,
  },
  Viewer: { maintains: resolveMaintains, submissionQuotas: resolveSubmissionQuotas },
};
