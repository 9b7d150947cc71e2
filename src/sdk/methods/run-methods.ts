import * as documents from "../generated/operations.ts";
import { randomKey } from "../idempotency-key.ts";
import type * as options from "../options.ts";
import { Paged } from "../pagination.ts";
import { found, type Send } from "../send.ts";
import type { SubmitOptions } from "../submission.ts";
import type { RequestOptions } from "../transport-options.ts";
import type * as types from "../types.ts";

/**
 * The runs, and how they come to be.
 *
 * @param maxRetries what the client says of all its requests, where it says so
 */
export const runMethods = (send: Send, maxRetries: number | undefined) => ({
  /**
   * The runs that the API key may see, newest first.
   *
   * @example
   * const latest = await omnidex.runs({ filter: { benchmarks: ["worldsense"] } }).take(10).toArray();
   */
  runs({ filter, orderBy, ...list }: options.RunsOptions = {}): Paged<types.Run> {
    return new Paged(async (page, request) => {
      const variables = { filter, orderBy, ...page };
      return (await send(documents.RunsDocument, variables, request)).runs;
    }, list);
  },

  /**
   * A run, open or withdrawn ones included; null where there is none that the API key may see.
   *
   * @example
   * const run = await omnidex.run(id);
   */
  async run(id: string, request: RequestOptions = {}): Promise<types.Run | null> {
    return (await send(documents.RunDocument, { id }, request)).run;
  },

  /**
   * What the model of a run answered, in the order of the release.
   *
   * @throws OmnidexNotFoundError, on reading, where there is no such run.
   * @example
   * for await (const { question, response } of omnidex.predictions(run.id, { filter: { outcomes: ["UNPARSED"] } }))
   *   console.log(question.key, response);
   */
  predictions(runId: string, { filter, ...list }: options.PredictionsOptions = {}): Paged<types.Prediction> {
    return new Paged(async (page, request) => {
      const { run } = await send(documents.PredictionsDocument, { run: runId, filter, ...page }, request);
      return found("run", run, runId).predictions;
    }, list);
  },

  /**
   * Submits a run and has it scored, whatever its size: from an array, a (sync or async) iterable, a function that gives
   * one, the path or URL of a file, or a `File` of the browser. What is too large for one call goes in several at once; if
   * it stops between them, the same call goes on where it stopped. Without an `idempotencyKey` one is made of the content,
   * so that the same submission is the same run, however often it is sent and in whatever order; an iterable that can be
   * read only once is held in memory for that, and over 16 million characters its key is random.
   *
   * @throws OmnidexBadUserInputError where a row cannot be accepted; its `report` says of each row why.
   * @throws OmnidexInputError where a row is none, or a file cannot be understood; it names the row, or line.
   * @throws OmnidexConflictError where the same submission was made before, and withdrawn.
   * @example
   * const predictions = [{ question: "video_1/0", response: "The answer is (B)." }];
   * const run = await omnidex.submitRun({
   *   benchmark: "omnivideobench", model: { name: "my-model" }, inputs: ["VIDEO", "AUDIO"], predictions,
   * });
   * console.log(run.score?.value, run.report.warningCount);
   */
  async submitRun(input: types.SubmitRunOptions, submit: SubmitOptions = {}): Promise<types.SubmittedRun> {
    // In a file of its own in the package: who only reads need not load it.
    const { SUBMIT_RETRIES, submitRun } = await import("../submission.ts");
    return submitRun(send, input, { maxRetries: maxRetries ?? SUBMIT_RETRIES, ...submit });
  },

  /**
   * What `submitRun` would say of each of at most 10,000 rows. Nothing is stored.
   *
   * @example
   * const { issues } = await omnidex.validateRun(submission);
   */
  async validateRun(input: types.ValidateRunOptions, request: RequestOptions = {}): Promise<types.ValidationReport> {
    const idempotencyKey = input.idempotencyKey ?? randomKey();
    const variables = { input: { ...input, idempotencyKey } };
    return (await send(documents.ValidateRunDocument, variables, request)).validateRun;
  },

  /**
   * Opens a run to be filled in pieces. Without an `idempotencyKey` each call opens another run.
   *
   * @example
   * const run = await omnidex.createRun({ benchmark: "mmworld", model: { name: "my-model" }, inputs: ["VIDEO"] });
   * await omnidex.appendPredictions(run.id, [{ question: "video_1/0", response: "B" }]);
   * const scored = await omnidex.finalizeRun(run.id);
   */
  async createRun(input: types.CreateRunOptions, request: RequestOptions = {}): Promise<types.Run> {
    const idempotencyKey = input.idempotencyKey ?? randomKey();
    return (await send(documents.CreateRunDocument, { input: { ...input, idempotencyKey } }, request)).createRun.run;
  },

  /**
   * Adds at most 10,000 predictions to an open run: all of them or none.
   *
   * @example
   * const { total } = await omnidex.appendPredictions(run.id, [{ question: "video_1/0", response: "B" }]);
   */
  async appendPredictions(
    run: string,
    predictions: readonly types.PredictionInput[],
    request: RequestOptions = {},
  ): Promise<types.AppendedPredictions> {
    const variables = { input: { run, predictions } };
    return (await send(documents.AppendPredictionsDocument, variables, request)).appendPredictions;
  },

  /**
   * Closes and scores an open run.
   *
   * @example
   * const { score } = await omnidex.finalizeRun(run.id);
   */
  async finalizeRun(run: string, request: RequestOptions = {}): Promise<types.Run> {
    return (await send(documents.FinalizeRunDocument, { input: { run } }, request)).finalizeRun.run;
  },

  /**
   * The remarks on a run's predictions, counted, with examples where the run is suspicious. Null while the run is open, and
   * for a run that the API key may not see.
   *
   * @example
   * if ((await omnidex.remarks(run.id))?.suspicious) console.warn("Look at the outputs first.");
   */
  async remarks(run: string, request: RequestOptions = {}): Promise<types.RemarkSummary | null> {
    return (await send(documents.RunRemarksDocument, { run }, request)).run?.remarks ?? null;
  },

  /**
   * Takes a run back: no list shows it any more, its owner still reads it by its id.
   *
   * @example
   * await omnidex.withdrawRun(run.id, { reason: "The wrong checkpoint." });
   */
  async withdrawRun(run: string, { reason, ...request }: options.ReasonOptions = {}): Promise<types.Run> {
    return (await send(documents.WithdrawRunDocument, { input: { run, reason } }, request)).withdrawRun.run;
  },

  /**
   * Reads and scores a run again with the present extractor and answer key; where neither has changed, nothing does.
   *
   * @example
   * const { rescored, message } = await omnidex.rescoreRun(run.id);
   */
  async rescoreRun(run: string, { reason, ...request }: options.ReasonOptions = {}): Promise<types.RescoredRun> {
    return (await send(documents.RescoreRunDocument, { input: { run, reason } }, request)).rescoreRun;
  },
});
