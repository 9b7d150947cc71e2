import * as documents from "./generated/operations.ts";
import { adminDocuments, scoringDocuments } from "./lazy-documents.ts";
import { LARGE_PAGE, Paged } from "./pagination.ts";
import type * as options from "./sdk-options.ts";
import { found, type Send } from "./send.ts";
import type { SubmitOptions } from "./submission.ts";
import type { RequestOptions } from "./transport-options.ts";
import type * as types from "./types.ts";

/** Satisfies the type checker: predictions are null only together with an error, which the client throws. */
const NO_PREDICTIONS = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null }, totalCount: 0 };

/** The code that submits runs in pieces, loaded on first use, so that programs that only read do not load it. */
const pieces = () => import("./sent-run.ts");

/**
 * Reading and submitting runs.
 *
 * @param maxRetries the client's own setting, if it has one
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
   * A run, which may be open or withdrawn; null if it does not exist or the API key may not see it.
   *
   * @example
   * const run = await omnidex.run(id);
   */
  async run(id: string, request: RequestOptions = {}): Promise<types.Run | null> {
    return (await send(documents.RunDocument, { id }, request)).run;
  },

  /**
   * The predictions of a run, in the order of the release.
   *
   * @throws OmnidexNotFoundError when the list is read, if there is no such run.
   * @example
   * for await (const { question, response } of omnidex.predictions(run.id, { filter: { outcomes: ["UNPARSED"] } }))
   *   console.log(question.key, response);
   */
  predictions(runId: string, { filter, ...list }: options.PredictionsOptions = {}): Paged<types.Prediction> {
    return new Paged(
      async (page, request) => {
        const { run } = await send(documents.PredictionsDocument, { run: runId, filter, ...page }, request);
        return found("run", run, runId).predictions ?? NO_PREDICTIONS;
      },
      list,
      undefined,
      LARGE_PAGE,
    );
  },

  /**
   * Submits a run of any size and has it scored. The predictions come from an array, a sync or async iterable, a
   * function that returns one, the path or URL of a file, or a browser's `File`. A submission too large for one call is
   * sent in several calls, some of them in parallel; after an interruption, repeating `submitRun` resumes it.
   *
   * Without an `idempotencyKey`, a key is derived from the content, so that sending the same rows again, in any order,
   * leads to the same run. An iterable that can be read only once is held in memory for this. If it has more than 16
   * million characters, the key is random instead.
   *
   * @throws OmnidexBadUserInputError if a row cannot be accepted; `report` gives the reason for each row.
   * @throws OmnidexInputError if rows are not predictions or a file cannot be parsed; `problems` names each row.
   * @throws OmnidexConflictError if the same submission was made before and then withdrawn.
   * @example
   * const predictions = [{ question: "video_1/0", response: "The answer is (B)." }];
   * const run = await omnidex.submitRun({
   *   benchmark: "omnivideobench", model: { name: "my-model" }, inputs: ["VIDEO", "AUDIO"], predictions,
   * });
   * console.log(run.score?.value, run.report.warningCount);
   */
  async submitRun(input: types.SubmitRunOptions, submit: SubmitOptions = {}): Promise<types.SubmittedRun> {
    const { SUBMIT_RETRIES, submitRun } = await import("./submission.ts");
    return submitRun(send, input, { maxRetries: maxRetries ?? SUBMIT_RETRIES, ...submit });
  },

  /**
   * Validates at most 10,000 rows as `submitRun` would, without storing anything.
   *
   * @example
   * const { issues } = await omnidex.validateRun(submission);
   */
  async validateRun(input: types.ValidateRunOptions, request: RequestOptions = {}): Promise<types.ValidationReport> {
    return (await pieces()).validateRun(send, input, request);
  },

  /**
   * Opens a run to be filled in pieces. Without an `idempotencyKey`, each call opens another run.
   *
   * @throws OmnidexBadUserInputError if a field cannot be accepted; `report.inputIssues` names each.
   * @example
   * const run = await omnidex.createRun({ benchmark: "mmworld", model: { name: "my-model" }, inputs: ["VIDEO"] });
   * await omnidex.appendPredictions(run.id, [{ question: "video_1/0", response: "B" }]);
   * const scored = await omnidex.finalizeRun(run.id);
   */
  async createRun(input: types.CreateRunOptions, request: RequestOptions = {}): Promise<types.Run> {
    return (await pieces()).createRun(send, input, request);
  },

  /**
   * Adds at most 10,000 predictions to an open run: all of them or none.
   *
   * @throws OmnidexBadUserInputError if a row cannot be accepted; `report` gives the reason for each row.
   * @example
   * const { total } = await omnidex.appendPredictions(run.id, [{ question: "video_1/0", response: "B" }]);
   */
  async appendPredictions(
    run: string,
    predictions: readonly types.PredictionInput[],
    request: RequestOptions = {},
  ): Promise<types.AppendedPredictions> {
    return (await pieces()).appendPredictions(send, { run, predictions }, request);
  },

  /**
   * Closes and scores an open run.
   *
   * @throws OmnidexBadUserInputError if the run lacks a field that the benchmark's challenge requires; it stays open, and
   *   `report.inputIssues` names each field.
   * @example
   * const { score } = await omnidex.finalizeRun(run.id);
   */
  async finalizeRun(run: string, request: RequestOptions = {}): Promise<types.Run> {
    return (await pieces()).closeRun(send, run, request);
  },

  /**
   * Waits until a run is scored, and returns it: until it is closed, and the server's judge has read what it was asked to
   * read. A withdrawn run is returned at once. It asks the server again and again, and ends with `signal`.
   *
   * @throws OmnidexNotFoundError if there is no such run.
   * @example
   * const { id } = await omnidex.submitRun({ ...submission, judge: true });
   * const run = await omnidex.waitForRun(id, { signal: AbortSignal.timeout(3_600_000) });
   * console.log(run.score?.value);
   */
  async waitForRun(id: string, wait: options.WaitOptions = {}): Promise<types.Run> {
    return (await import("./sent-run.ts")).waitForRun(send, id, wait);
  },

  /**
   * The counts of remarks on a run's predictions, with examples if the run is suspicious. Null while the run is
   * open.
   *
   * @throws OmnidexNotFoundError if there is no such run.
   * @example
   * if ((await omnidex.remarks(run.id))?.suspicious) console.warn("Look at the outputs first.");
   */
  async remarks(run: string, request: RequestOptions = {}): Promise<types.RemarkSummary | null> {
    return found("run", (await send((await scoringDocuments()).RunRemarksDocument, { run }, request)).run, run).remarks;
  },

  /**
   * How many responses without a readable answer a judge would read: the model that a server asks if a run is submitted
   * with `judge: true`. Null until the run is scored.
   *
   * @throws OmnidexNotFoundError if there is no such run.
   * @example
   * console.log(await omnidex.judgeable(run.id));
   */
  async judgeable(run: string, request: RequestOptions = {}): Promise<number | null> {
    const { RunJudgeableDocument } = await scoringDocuments();
    return found("run", (await send(RunJudgeableDocument, { run }, request)).run, run).judgeable;
  },

  /**
   * How many of a run's responses wait for the server's judge; 0 if its judge has finished or was never asked, and where
   * the API key may not see the answers. Null for the runs of other owners. `waitForRun` waits for the score.
   *
   * @throws OmnidexNotFoundError if there is no such run.
   * @example
   * console.log(await omnidex.judgeQueue(run.id));
   */
  async judgeQueue(run: string, request: RequestOptions = {}): Promise<number | null> {
    const { RunJudgeQueueDocument } = await scoringDocuments();
    const options = { ...request, cacheable: false };
    return found("run", (await send(RunJudgeQueueDocument, { run }, options)).run, run).judgeQueue;
  },

  /**
   * Withdraws a run. It disappears from all lists; its owner can still read it by id.
   *
   * @example
   * await omnidex.withdrawRun(run.id, { reason: "The wrong checkpoint." });
   */
  async withdrawRun(run: string, { reason, ...request }: options.ReasonOptions = {}): Promise<types.Run> {
    return (await send((await adminDocuments()).WithdrawRunDocument, { input: { run, reason } }, request)).withdrawRun
      .run;
  },

  /**
   * Restores a withdrawn run. A run that was not scored is open again.
   *
   * @example
   * const { status } = await omnidex.restoreRun(run.id);
   */
  async restoreRun(run: string, request: RequestOptions = {}): Promise<types.Run> {
    return (await send((await adminDocuments()).RestoreRunDocument, { input: { run } }, request)).restoreRun.run;
  },

  /**
   * Changes the description of a run: its visibility, notes, frames, seed and prompt, and the description of its model.
   * Omitted fields stay as they are; null removes a value.
   *
   * @throws OmnidexForbiddenError if the run belongs to another owner, or `model` is given and the model's
   *   `viewerCanUpdate` is false.
   * @example
   * await omnidex.updateRun(run.id, { visibility: "PUBLIC", notes: null, model: { parameters: "7B" } });
   */
  async updateRun(run: string, changes: types.RunChanges, request: RequestOptions = {}): Promise<types.Run> {
    return (await send((await adminDocuments()).UpdateRunDocument, { input: { ...changes, run } }, request)).updateRun
      .run;
  },

  /**
   * Names an anonymous run and all other runs under its pseudonym: immediately, or on the date `at`. This cannot be
   * undone. A run that is not anonymous does not change.
   *
   * @throws OmnidexForbiddenError if the run belongs to another owner.
   * @example
   * const { model } = await omnidex.nameRun(run.id);
   */
  async nameRun(run: string, { at, ...request }: RequestOptions & { readonly at?: string } = {}): Promise<types.Run> {
    const { NameRunDocument } = await adminDocuments();
    const input = { run, ...(at !== undefined && { at }) };
    return (await send(NameRunDocument, { input }, request)).nameRun.run;
  },

  /**
   * Changes the description of a model, for all of its runs. Omitted fields stay as they are; null removes a value.
   *
   * @throws OmnidexForbiddenError unless the model's `viewerCanUpdate` is true.
   * @example
   * await omnidex.updateModel(run.model.id, { organization: "Vision group", url: "https://example.org/model" });
   */
  async updateModel(model: string, changes: types.ModelChanges, request: RequestOptions = {}): Promise<types.Model> {
    const { UpdateModelDocument } = await adminDocuments();
    return (await send(UpdateModelDocument, { input: { ...changes, model } }, request)).updateModel.model;
  },

  /**
   * Computes what `rescoreRun` would change in all of your runs of a benchmark that an earlier version of the extractor
   * scored, and stores nothing. Returns these runs, and at most `standings` runs of the leaderboard whose score or rank
   * would change if all of them were rescored.
   *
   * @example
   * const { runs } = await omnidex.previewRescoring("omnivideobench");
   * for (const { run, readDifferently } of runs) console.log(run.id, readDifferently);
   */
  async previewRescoring(
    benchmark: string,
    { standings, ...request }: options.PreviewOptions = {},
  ): Promise<types.PreviewedRescoring> {
    const document = (await adminDocuments()).PreviewRescoringDocument;
    return (await send(document, { input: { benchmark }, standings }, request)).previewRescoring;
  },

  /**
   * Extracts and scores a run's answers again with the current extractor and answer key. Does nothing if neither
   * changed.
   *
   * @example
   * const { rescored, message } = await omnidex.rescoreRun(run.id);
   */
  async rescoreRun(
    run: string,
    { reason, judge, ...request }: options.RescoreOptions = {},
  ): Promise<types.RescoredRun> {
    const document = (await scoringDocuments()).RescoreRunDocument;
    return (await send(document, { input: { run, reason, judge } }, request)).rescoreRun;
  },
});
