import type { FinalBoard } from "../../../domain/final-board.ts";
import type {
  MutationConfigureChallengeArgs,
  MutationMovePrivateBoardArgs,
  MutationRevokeSigningKeyArgs,
  MutationSplitLeaderboardArgs,
  QueryChallengeArgs,
  QueryFinalBoardArgs,
} from "../../generated/schema-types.ts";
import { challengeOf, configureChallenge } from "../../hosting/challenges.ts";
import { movePrivateBoard, splitLeaderboard } from "../../hosting/split-leaderboard.ts";
import { finalBoard } from "../../hosting/stored-board.ts";
import { requireKnownBenchmark } from "../../memory/known-benchmark.ts";
import { publishedKeys, revokeSigningKey } from "../../runs/signing-keys.ts";
import { memoryOf } from "./request-context.ts";
import { type Compute, computed, type Resolver, type ResolverMap } from "./resolver.ts";

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
  Mutation: {
    configureChallenge: resolveConfigure,
    splitLeaderboard: resolveSplit,
    movePrivateBoard: resolveMove,
    revokeSigningKey: resolveRevoke,
  },
};
