import { badInput } from "../../domain/errors.ts";
import { requireNodeKey } from "../../domain/node-id.ts";
import type {
  MutationAppendPredictionsArgs,
  MutationCreateRunArgs,
  MutationFinalizeRunArgs,
  MutationRestoreRunArgs,
  MutationSubmitRunArgs,
  MutationUpdateRunArgs,
  MutationValidateRunArgs,
  MutationWithdrawRunArgs,
  RunRemarksArgs,
} from "../generated/schema-types.ts";
import { readingCost } from "../plan/request-cost.ts";
import { fetchRun } from "../plan/root-fields.ts";
import { restoreRun, updateRun, withdrawRun } from "../services/submission/change-run.ts";
import { appendPredictions, finalizeRun } from "../services/submission/run-in-pieces.ts";
import { runRemarks } from "../services/submission/run-remarks.ts";
import { createRun, submitRun, validateRun } from "../services/submission/submit-run.ts";
import { type Compute, ofNeeds, type Resolver, type ResolverMap } from "./resolver.ts";

/** The source that a mutation passes to the `run` field of its payload. */
interface RunPayload {
  readonly run: number;
}

const resolveSubmitRun: Resolver<MutationSubmitRunArgs> = (_source, { input }, { runs, viewer }) =>
  submitRun(runs, viewer, input);

const resolveValidateRun: Resolver<MutationValidateRunArgs> = (_source, { input }, { runs, viewer }) =>
  validateRun(runs, viewer, input);

const resolveCreateRun: Resolver<MutationCreateRunArgs> = (_source, { input }, { runs, viewer }) =>
  createRun(runs, viewer, input);

const resolveAppendPredictions: Resolver<MutationAppendPredictionsArgs> = async (
  _source,
  { input },
  { runs, viewer },
) => {
  const run = requireNodeKey("Run", input.run, "run");
  return { run, ...(await appendPredictions(runs, viewer, run, input.predictions)) };
};

const resolveFinalizeRun: Resolver<MutationFinalizeRunArgs> = async (
  _source,
  { input },
  { runs, viewer },
): Promise<RunPayload> => {
  const run = requireNodeKey("Run", input.run, "run");
  await finalizeRun(runs, viewer, run);
  return { run };
};

const resolveWithdrawRun: Resolver<MutationWithdrawRunArgs> = async (
  _source,
  { input },
  { runs, viewer },
): Promise<RunPayload> => {
  const run = requireNodeKey("Run", input.run, "run");
  await withdrawRun(runs, viewer, run, input.reason ?? null);
  return { run };
};

const resolveRestoreRun: Resolver<MutationRestoreRunArgs> = async (
  _source,
  { input },
  { runs, viewer },
): Promise<RunPayload> => {
  const run = requireNodeKey("Run", input.run, "run");
  await restoreRun(runs, viewer, run);
  return { run };
};

const resolveUpdateRun: Resolver<MutationUpdateRunArgs> = async (
  _source,
  { input: { run: id, ...changes } },
  { runs, viewer },
): Promise<RunPayload> => {
  const run = requireNodeKey("Run", id, "run");
  await updateRun(runs, viewer, run, changes);
  return { run };
};

const resolvePayloadRun: Resolver<object, RunPayload> = ({ run }, _args, context, info) => fetchRun(context, info, run);

const MOST_EXAMPLES = 20;

const computeRemarks: Compute<RunRemarksArgs, RunPayload> = ({ run }, { examples }, { runs, viewer, cost }) => {
  if (examples < 0 || examples > MOST_EXAMPLES)
    throw badInput(`'examples' must be from 0 to ${MOST_EXAMPLES}; got ${examples}.`);
  return runRemarks(runs, viewer, run, examples, (characters) => cost.charge(readingCost(characters)));
};

const payload = { run: resolvePayloadRun };

export const submissionResolvers: ResolverMap = {
  Mutation: {
    submitRun: resolveSubmitRun,
    validateRun: resolveValidateRun,
    createRun: resolveCreateRun,
    appendPredictions: resolveAppendPredictions,
    finalizeRun: resolveFinalizeRun,
    withdrawRun: resolveWithdrawRun,
    restoreRun: resolveRestoreRun,
    updateRun: resolveUpdateRun,
  },
  Run: { remarks: ofNeeds(computeRemarks) },
  SubmitRunPayload: payload,
  CreateRunPayload: payload,
  AppendPredictionsPayload: payload,
  FinalizeRunPayload: payload,
  WithdrawRunPayload: payload,
  RestoreRunPayload: payload,
  UpdateRunPayload: payload,
};
