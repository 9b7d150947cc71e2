import { backoff } from "../domain/backoff.ts";
import { type FinalizeRunMutation, RunDocument } from "./generated/operations.ts";
import {
  AppendPredictionsDocument,
  CreateRunDocument,
  FinalizeReportDocument,
  FinalizeRunDocument,
  ValidateRunDocument,
} from "./generated/submission-operations.ts";
import { keyedInput } from "./random-key.ts";
import { sleep } from "./retry.ts";
import type { WaitOptions } from "./sdk-options.ts";
import { found, type Send } from "./send.ts";
import { refusal } from "./server-refusal.ts";
import type { RequestOptions } from "./transport-options.ts";
import type * as types from "./types.ts";
import type { Run } from "./types.ts";

/** The run with its remarks. */
type ClosedRun = FinalizeRunMutation["finalizeRun"]["run"];

/** The report on a submission that is not stored. */
export async function validateRun(
  send: Send,
  input: types.ValidateRunOptions,
  request: RequestOptions,
): Promise<types.ValidationReport> {
  return (await send(ValidateRunDocument, keyedInput(input), request)).validateRun.report;
}

/**
 * Opens a run.
 * @throws OmnidexBadUserInputError if a field cannot be accepted
 */
export async function createRun(
  send: Send,
  input: types.CreateRunOptions,
  request: RequestOptions,
): Promise<types.Run> {
  const { run, report } = (await send(CreateRunDocument, keyedInput(input), request)).createRun;
  if (run === null) throw refusal(report, "nothing was stored");
  return run;
}

/**
 * Adds rows to an open run.
 * @throws OmnidexBadUserInputError if a row cannot be accepted
 */
export async function appendPredictions(
  send: Send,
  input: { readonly run: string; readonly predictions: readonly types.PredictionInput[] },
  request: RequestOptions,
): Promise<types.AppendedPredictions> {
  const appended = (await send(AppendPredictionsDocument, { input }, request)).appendPredictions;
  if (!appended.report.ok) throw refusal(appended.report, "none was added");
  return appended;
}

/**
 * Closes a run, so that the server scores it.
 * @throws OmnidexBadUserInputError if the run lacks a field that the benchmark's challenge requires; it stays open
 */
export async function closeRun(send: Send, run: string, request: RequestOptions): Promise<ClosedRun> {
  const close = async () => (await send(FinalizeRunDocument, { input: { run } }, request)).finalizeRun.run;
  const closed = await close();
  if (closed.status !== "OPEN") return closed;
  const { report } = (await send(FinalizeReportDocument, { input: { run } }, request)).finalizeRun;
  if (!report.ok) throw refusal(report, "the run stays open", { run });
  // The required fields that were missing have been set since the first attempt to close the run.
  return close();
}

/** The pauses between two looks at a run, in milliseconds. A judge needs seconds to hours. */
const PAUSES = { first: 500, longest: 10_000 };

/** Looks at a run until nothing about its scores is pending. No cache answers, because it would repeat the old state. */
export async function waitForRun(send: Send, id: string, { intervalMs, ...request }: WaitOptions): Promise<Run> {
  for (let looks = 0; ; looks += 1) {
    const run = found("run", (await send(RunDocument, { id }, { ...request, cacheable: false })).run, id);
    const isPending = run.status === "OPEN" || run.status === "JUDGING" || run.rejudging;
    if (!isPending) return run;
    await sleep(intervalMs ?? backoff(looks, PAUSES), request.signal);
  }
}
