import { OmnidexNotFoundError } from "./api-errors.ts";
import * as documents from "./generated/operations.ts";
import { randomKey } from "./idempotency-key.ts";
import type * as options from "./options.ts";
import { type ListOptions, Paged } from "./pagination.ts";
import { type Send, type SubmitOptions, submitRun } from "./submission.ts";
import { type RequestOptions, Transport } from "./transport.ts";
import { type AstDocument, documentText, type TypedDocument } from "./typed-document.ts";
import type * as types from "./types.ts";

/** What a run that is asked for must be. */
function found<T>(run: T | null, id: string): T {
  if (run === null) throw new OmnidexNotFoundError(`There is no run '${id}'.`, { path: ["run"] });
  return run;
}

/**
 * A client of an Omnidex server. It holds no connection and no state, so one serves a whole program.
 *
 * @example
 * const omnidex = new Omnidex({ url: "http://127.0.0.1:4000", apiKey: process.env.OMNIDEX_API_KEY });
 */
export class Omnidex {
  readonly #transport: Transport;
  readonly #send: Send;

  constructor(clientOptions: options.OmnidexOptions) {
    this.#transport = new Transport(clientOptions);
    this.#send = (document, variables, requestOptions) => this.#run(document, variables, requestOptions);
  }

  /**
   * The questions of a slice.
   *
   * @example
   * const filter = { audioTypes: { any: ["MUSIC"] }, levels: ["REASONING"] } as const;
   * for await (const question of omnidex.questions({ filter })) console.log(question.key, question.text);
   */
  questions({ filter, orderBy, ...list }: options.QuestionsOptions = {}): Paged<types.Question> {
    return new Paged(async (page, request) => {
      const variables = { filter, orderBy, ...page };
      return (await this.#send(documents.QuestionsDocument, variables, request)).questions;
    }, list);
  }

  /**
   * The videos that match.
   *
   * @example
   * const long = await omnidex.videos({ filter: { durationSeconds: { gt: 600 } } }).toArray();
   */
  videos({ filter, orderBy, ...list }: options.VideosOptions = {}): Paged<types.Video> {
    return new Paged(async (page, request) => {
      const variables = { filter, orderBy, ...page };
      return (await this.#send(documents.VideosDocument, variables, request)).videos;
    }, list);
  }

  /**
   * The runs that the API key may see, newest first.
   *
   * @example
   * const latest = await omnidex.runs({ filter: { benchmarks: ["worldsense"] } }).take(10).toArray();
   */
  runs({ filter, orderBy, ...list }: options.RunsOptions = {}): Paged<types.Run> {
    return new Paged(async (page, request) => {
      const variables = { filter, orderBy, ...page };
      return (await this.#send(documents.RunsDocument, variables, request)).runs;
    }, list);
  }

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
      const { run } = await this.#send(documents.PredictionsDocument, { run: runId, filter, ...page }, request);
      return found(run, runId).predictions;
    }, list);
  }

  /**
   * The figures that the benchmarks' papers print.
   *
   * @example
   * const overall = await omnidex.publishedResults({ filter: { benchmarks: ["mmworld"], overall: true } }).toArray();
   */
  publishedResults({ filter, ...list }: options.PublishedResultsOptions = {}): Paged<types.PublishedResult> {
    return new Paged(async (page, request) => {
      const variables = { filter, ...page };
      return (await this.#send(documents.PublishedResultsDocument, variables, request)).publishedResults;
    }, list);
  }

  /** All models that have a run the API key may see, or a published result. */
  models(list: ListOptions = {}): Paged<types.Model> {
    return new Paged(async (page, request) => (await this.#send(documents.ModelsDocument, page, request)).models, list);
  }

  /**
   * How many questions and videos of a slice there are for each value of each dimension.
   *
   * @example
   * const [byAudioType] = await omnidex.facets({ by: ["AUDIO_TYPE"] });
   */
  async facets({ filter, by, ...request }: options.GroupOptions): Promise<readonly types.Facet[]> {
    return (await this.#send(documents.FacetsDocument, { filter, by }, request)).facets;
  }

  /** All benchmarks, with their tasks and categories. */
  async benchmarks(request: RequestOptions = {}): Promise<readonly types.Benchmark[]> {
    return (await this.#send(documents.BenchmarksDocument, {}, request)).benchmarks;
  }

  /** A run, open or withdrawn ones included; null where there is none that the API key may see. */
  async run(id: string, request: RequestOptions = {}): Promise<types.Run | null> {
    return (await this.#send(documents.RunDocument, { id }, request)).run;
  }

  /**
   * Whatever an id stands for; null where there is nothing, or nothing that the API key may see.
   *
   * @example
   * const node = await omnidex.node(id);
   * if (node?.__typename === "Question") console.log(node.text);
   */
  async node(id: string, request: RequestOptions = {}): Promise<types.Node | null> {
    const { node, other } = await this.#send(documents.NodeDocument, { id }, request);
    if (other?.__typename === "Benchmark" || other?.__typename === "PublishedResult") return other;
    return node?.__typename === "Benchmark" || node?.__typename === "PublishedResult" ? null : node;
  }

  /**
   * The score of a run for each value of one dimension, or each pair of values of two, within a slice. Values are 0 to 1.
   *
   * @throws OmnidexNotFoundError where there is no such run.
   * @example
   * const cells = await omnidex.breakdown(run.id, { by: ["AUDIO_TYPE", "DURATION"] });
   */
  async breakdown(
    runId: string,
    { by, filter, ...request }: options.GroupOptions,
  ): Promise<readonly types.BreakdownCell[]> {
    const { run } = await this.#send(documents.BreakdownDocument, { run: runId, by, filter }, request);
    return found(run, runId).breakdown;
  }

  /**
   * Submits a run and has it scored. What is too large for one call goes in several; if it stops between them, the same
   * call goes on where it stopped. Without an `idempotencyKey` one is made of the content, so that the same submission
   * is the same run, however often it is sent.
   *
   * @throws OmnidexBadUserInputError where a row cannot be accepted; `validateRun` says of each row why.
   * @example
   * const predictions = [{ question: "video_1/0", response: "The answer is (B)." }];
   * const run = await omnidex.submitRun({
   *   benchmark: "omnivideobench", model: { name: "my-model" }, inputs: ["VIDEO", "AUDIO"], predictions,
   * });
   * console.log(run.score?.value, run.report.warningCount);
   */
  submitRun(input: types.SubmitRunOptions, submit: SubmitOptions = {}): Promise<types.SubmittedRun> {
    return submitRun(this.#send, input, submit);
  }

  /** What `submitRun` would say of each of at most 10,000 rows. Nothing is stored. */
  async validateRun(input: types.SubmitRunOptions, request: RequestOptions = {}): Promise<types.ValidationReport> {
    const idempotencyKey = input.idempotencyKey ?? randomKey();
    const variables = { input: { ...input, idempotencyKey } };
    return (await this.#send(documents.ValidateRunDocument, variables, request)).validateRun;
  }

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
    return (await this.#send(documents.CreateRunDocument, { input: { ...input, idempotencyKey } }, request)).createRun
      .run;
  }

  /** Adds at most 10,000 predictions to an open run: all of them or none. */
  async appendPredictions(
    run: string,
    predictions: readonly types.PredictionInput[],
    request: RequestOptions = {},
  ): Promise<types.AppendedPredictions> {
    const variables = { input: { run, predictions } };
    return (await this.#send(documents.AppendPredictionsDocument, variables, request)).appendPredictions;
  }

  /** Closes and scores an open run. */
  async finalizeRun(run: string, request: RequestOptions = {}): Promise<types.Run> {
    return (await this.#send(documents.FinalizeRunDocument, { input: { run } }, request)).finalizeRun.run;
  }

  /** Takes a run back: no list shows it any more, its owner still reads it by its id. */
  async withdrawRun(
    run: string,
    { reason, ...request }: RequestOptions & { readonly reason?: string | undefined } = {},
  ): Promise<types.Run> {
    return (await this.#send(documents.WithdrawRunDocument, { input: { run, reason } }, request)).withdrawRun.run;
  }

  /**
   * Runs any document. Its types come with a document that codegen made; a plain string's are what you say they are.
   * Errors are thrown, so a result is never partial. Mutations are repeated after faults, too, as all writes are
   * idempotent, but for `createApiKey`, which is sent once.
   *
   * @throws TypeError for a parsed document without its source text.
   * @example
   * const { viewer } = await omnidex.query<{ viewer: { name: string } | null }>("{ viewer { name } }");
   */
  query<TResult = Record<string, unknown>>(
    document: string,
    variables?: Readonly<Record<string, unknown>>,
    options?: RequestOptions,
  ): Promise<TResult>;
  query<TResult, TVariables>(
    document: TypedDocument<TResult, TVariables>,
    ...rest: options.VariablesAndOptions<TVariables>
  ): Promise<TResult>;
  query(document: string | AstDocument | InstanceType<typeof String>, variables?: unknown, request?: RequestOptions) {
    return this.#run(document, variables, request);
  }

  /** The one place where the server is believed: its answer has the shape that the document's types say. */
  async #run<TResult>(
    document: string | TypedDocument<TResult, never> | AstDocument | InstanceType<typeof String>,
    variables: unknown,
    request?: RequestOptions,
  ): Promise<TResult> {
    return (await this.#transport.request(documentText(document), variables, request)) as TResult;
  }
}
