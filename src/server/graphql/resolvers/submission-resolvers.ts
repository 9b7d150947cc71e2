import { randomUUID } from "node:crypto";
import { requireUpTo } from "../../../domain/errors.ts";
import { readInstant } from "../../../domain/instant.ts";
import { requireNodeKey } from "../../../domain/node-id.ts";
import type {
  MutationAppendPredictionsArgs,
  MutationCreateRunArgs,
  MutationFinalizeRunArgs,
  MutationNameRunArgs,
  MutationRestoreRunArgs,
  MutationSubmitRunArgs,
  MutationUpdateRunArgs,
  MutationValidateRunArgs,
  MutationWithdrawRunArgs,
  RunRemarksArgs,
} from "../../generated/schema-types.ts";
import { countJudgeable } from "../../runs/judging/judge-task.ts";
import { nameRun, restoreRun, updateRun, withdrawRun } from "../../runs/submission/change-run.ts";
import { type RemarkedRun, runRemarks } from "../../runs/submission/run-remarks.ts";
import type { InputIssue, RunInput, SubmissionInput } from "../../runs/submission/submission-input.ts";
import {
  appendPredictions,
  createRun,
  finalizeRun,
  type SubmittedRun,
  submitRun,
  validateRun,
} from "../../runs/submission/submission-pipeline.ts";
import {
  refusedFields,
  refusedReport,
  storedReport,
  withInputIssues,
} from "../../runs/submission/validation-report.ts";
import { fetchRun } from "../plan/root-fields.ts";
import { type Compute, ofNeeds, type Resolver, type ResolverMap } from "./resolver.ts";

/** The source that a mutation passes to the `run` field of its payload. */
interface RunPayload {
  readonly run: number;
}

/** The payload of a run to be closed. A run with input issues stays open. */
interface ClosedPayload extends RunPayload {
  readonly inputIssues: readonly InputIssue[];
}

/** The payload of a submission, which may be refused. */
interface SubmittedPayload {
  readonly run: number | null;
}

/** The input of a caller who may omit the idempotency key, which the server then chooses. */
type Unkeyed<T extends RunInput> = Omit<T, "idempotencyKey"> & {
  readonly idempotencyKey?: string | null | undefined;
};

/** The input with its idempotency key, or with a new key that no other run has. */
const withKey = <T extends RunInput>(input: Unkeyed<T>) => ({
  ...input,
  idempotencyKey: input.idempotencyKey ?? `server:${randomUUID()}`,
});

/** The payload of a submission with an idempotency key. If the run is refused, `run` is null. */
const submitted = <T extends RunInput>(input: T, submit: (input: T) => Promise<SubmittedRun>) => {
  const { idempotencyKey } = input;
  return submit(input).then(
    (run) => ({ ...run, idempotencyKey }),
    (error) => ({ run: null, replayed: false, report: refusedReport(error), idempotencyKey }),
  );
};

const resolveSubmitRun: Resolver<MutationSubmitRunArgs> = (_source, { input }, { runs, viewer }) =>
  submitted(withKey<SubmissionInput>(input), (keyed) => submitRun(runs, viewer, keyed));

const resolveValidateRun: Resolver<MutationValidateRunArgs> = async (_source, { input }, { runs, viewer }) => ({
  report: await validateRun(runs, viewer, withKey<SubmissionInput>(input)),
});

const resolveCreateRun: Resolver<MutationCreateRunArgs> = (_source, { input }, { runs, viewer }) =>
  submitted(withKey<RunInput>(input), (keyed) => createRun(runs, viewer, keyed));

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
): Promise<ClosedPayload> => {
  const run = requireNodeKey("Run", input.run, "run");
  return { run, inputIssues: await refusedFields(finalizeRun(runs, viewer, run)) };
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

const resolveNameRun: Resolver<MutationNameRunArgs> = async (
  _source,
  { input: { run: id, at } },
  { runs, viewer },
): Promise<RunPayload> => {
  const run = requireNodeKey("Run", id, "run");
  await nameRun(runs, viewer, run, at == null ? null : readInstant("at", at));
  return { run };
};

const resolvePayloadRun: Resolver<object, SubmittedPayload> = ({ run }, _args, context, info) =>
  run === null ? null : fetchRun(context, info, run);

const resolveStoredReport: Resolver<object, ClosedPayload> = async (
  { run, inputIssues },
  _args,
  { runs, viewer, cost },
) =>
  withInputIssues(await storedReport(runs, viewer, run, (characters) => cost.chargeReading(characters)), inputIssues);

const MOST_EXAMPLES = 20;

const computeJudgeable: Compute<object, Pick<RemarkedRun, "run">> = ({ run }, _args, { runs }) =>
  countJudgeable(runs, run);

const computeRemarks: Compute<RunRemarksArgs, RemarkedRun> = (run, { examples }, { runs, viewer, cost }) => {
  const most = requireUpTo(MOST_EXAMPLES, "examples", examples);
  return runRemarks(runs, viewer, run, most, (characters) => cost.chargeReading(characters));
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
    nameRun: resolveNameRun,
  },
  Run: { remarks: ofNeeds(computeRemarks), judgeable: ofNeeds(computeJudgeable) },
  SubmitRunPayload: payload,
  CreateRunPayload: payload,
  AppendPredictionsPayload: payload,
  FinalizeRunPayload: { ...payload, report: resolveStoredReport },
  WithdrawRunPayload: payload,
  RestoreRunPayload: payload,
  UpdateRunPayload: payload,
  NameRunPayload: payload,
};
