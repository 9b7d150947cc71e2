import { OmnidexBadUserInputError, OmnidexConflictError } from "./api-errors.ts";
import {
  AppendPredictionsDocument,
  CreateRunDocument,
  FinalizeRunDocument,
  SubmitRunDocument,
} from "./generated/operations.ts";
import { keyOfContent } from "./idempotency-key.ts";
import { type Chunk, chunksOf, mergeReports, shiftReport } from "./submission-chunks.ts";
import type { RequestOptions } from "./transport.ts";
import type { TypedDocument } from "./typed-document.ts";
import type { AppendedPredictions, Run, SubmitRunOptions, SubmittedRun, ValidationReport } from "./types.ts";

/** Sends a document; the client's `query` without its overloads. */
export type Send = <TResult, TVariables>(
  document: TypedDocument<TResult, TVariables>,
  variables: TVariables,
  options?: RequestOptions,
) => Promise<TResult>;

export interface SubmitOptions extends RequestOptions {
  /** Called after each call to the server with how many predictions have arrived, of how many. */
  readonly onProgress?: ((sent: number, total: number) => void) | undefined;
}

/** Submits a run in one call where it fits in one, else piece by piece. */
export async function submitRun(send: Send, input: SubmitRunOptions, options: SubmitOptions): Promise<SubmittedRun> {
  requireQuestions(input.predictions);
  const { idempotencyKey: given, ...content } = input;
  const idempotencyKey = given ?? (await keyOfContent({ ...content, predictions: inOrder(input.predictions) }));
  const chunks = chunksOf(input.predictions);
  const submit = chunks.length > 1 ? submitInPieces : submitAtOnce;
  const run = await submit(send, { ...content, idempotencyKey }, chunks, options);
  rejectWithdrawn(run);
  return run;
}

/** Rows mostly come out of a file, where no type has checked them. */
function requireQuestions(predictions: SubmitRunOptions["predictions"]): void {
  for (const [row, prediction] of predictions.entries()) {
    const { question } = (prediction ?? {}) as { readonly question?: unknown };
    if (typeof question === "string") continue;
    throw new TypeError(`predictions[${row}].question must be the question's key, a string; it is ${typeof question}.`);
  }
}

/** Harnesses that run in parallel write the same rows in another order each time. */
const inOrder = (predictions: SubmitRunOptions["predictions"]): SubmitRunOptions["predictions"] =>
  [...predictions].sort((a, b) => (a.question < b.question ? -1 : a.question > b.question ? 1 : 0));

/** A key leads back to the run that was made under it, even where that was taken back. */
function rejectWithdrawn(run: Run): void {
  if (run.status !== "WITHDRAWN") return;
  throw new OmnidexConflictError(
    `The same submission was made before, and withdrawn: run ${run.id}. Pass another \`idempotencyKey\` to submit it again.`,
    { details: { run: run.id } },
  );
}

type KeyedInput = Omit<SubmitRunOptions, "idempotencyKey"> & { readonly idempotencyKey: string };

async function submitAtOnce(
  send: Send,
  input: KeyedInput,
  _chunks: readonly Chunk[],
  options: SubmitOptions,
): Promise<SubmittedRun> {
  const { submitRun } = await send(SubmitRunDocument, { input }, options);
  options.onProgress?.(input.predictions.length, input.predictions.length);
  return { ...submitRun.run, report: submitRun.report };
}

async function submitInPieces(
  send: Send,
  { predictions, ...input }: KeyedInput,
  chunks: readonly Chunk[],
  options: SubmitOptions,
): Promise<SubmittedRun> {
  const { createRun } = await send(CreateRunDocument, { input }, options);
  const { run } = createRun;
  rejectWithdrawn(run);
  const parts: { chunk: Chunk; report: ValidationReport }[] = [];
  for (const chunk of chunks) {
    const { report } = await appendChunk(send, run.id, chunk, options);
    parts.push({ chunk, report });
    options.onProgress?.(chunk.start + chunk.predictions.length, predictions.length);
  }
  const { finalizeRun } = await send(FinalizeRunDocument, { input: { run: run.id } }, options);
  return { ...finalizeRun.run, report: mergeReports(parts, finalizeRun.run.counts?.missing) };
}

async function appendChunk(
  send: Send,
  run: string,
  chunk: Chunk,
  options: RequestOptions,
): Promise<AppendedPredictions> {
  const variables = { input: { run, predictions: chunk.predictions } };
  try {
    return (await send(AppendPredictionsDocument, variables, options)).appendPredictions;
  } catch (error) {
    throw error instanceof OmnidexBadUserInputError && chunk.start > 0 ? inWholeSubmission(error, run, chunk) : error;
  }
}

/** The server numbers the rows of one call; the caller knows those of the whole submission. */
function inWholeSubmission(error: OmnidexBadUserInputError, run: string, chunk: Chunk): OmnidexBadUserInputError {
  const { path, requestId, status, report } = error;
  const { start } = chunk;
  const message = `Rows from ${start} on, which count from 0 here: ${error.message} Those before them are in run ${run}.`;
  const details = { ...error.details, run, firstRow: start, ...(report && { report: shiftReport(report, start) }) };
  return new OmnidexBadUserInputError(message, { details, path, requestId, status }, { cause: error });
}
