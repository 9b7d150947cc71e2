import * as documents from "./generated/operations.ts";
import { scoringDocuments } from "./lazy-documents.ts";
import type * as options from "./sdk-options.ts";
import { found, type Send } from "./send.ts";
import type { RequestOptions } from "./transport-options.ts";
import type * as types from "./types.ts";

/** The results of a run, and the extractors. */
export const scoreMethods = (send: Send) => ({
  /**
   * The score of a run over a slice, from 0 to 1; null until the run is scored, or if the slice is empty.
   *
   * @throws OmnidexNotFoundError if there is no such run.
   * @example
   * const score = await omnidex.score(run.id, { filter: { audioTypes: { any: ["MUSIC"] } } });
   */
  async score(runId: string, { filter, board, ...request }: options.ScoreOptions = {}): Promise<types.Score | null> {
    return found("run", (await send(documents.ScoreDocument, { run: runId, filter, board }, request)).run, runId).score;
  },

  /**
   * The number of questions of a slice by outcome; null until the run is scored.
   *
   * @throws OmnidexNotFoundError if there is no such run.
   * @example
   * const counts = await omnidex.counts(run.id, { filter: { levels: ["REASONING"] } });
   */
  async counts(runId: string, { filter, ...request }: options.SliceOptions = {}): Promise<types.RunCounts | null> {
    return found(
      "run",
      (await send((await scoringDocuments()).CountsDocument, { run: runId, filter }, request)).run,
      runId,
    ).counts;
  },

  /**
   * The scores of a run within a slice, from 0 to 1: one for each value of one dimension, or for each pair of values of
   * two dimensions.
   *
   * @throws OmnidexNotFoundError if there is no such run.
   * @example
   * const cells = await omnidex.breakdown(run.id, { by: ["AUDIO_TYPE", "DURATION"] });
   */
  async breakdown(
    runId: string,
    { by, filter, ...request }: options.GroupOptions,
  ): Promise<readonly types.BreakdownCell[]> {
    const { run } = await send(documents.BreakdownDocument, { run: runId, by, filter }, request);
    return found("run", run, runId).breakdown ?? [];
  },

  /**
   * AVI-Bench's stages and four levels; null for a run of another benchmark, and until the run is scored.
   *
   * @throws OmnidexNotFoundError if there is no such run.
   * @example
   * const official = await omnidex.levels(run.id, { denominators: "OFFICIAL" });
   * const { missing } = await omnidex.levels(run.id, { partial: true }); // over the tasks that have a score
   * const { reported } = await omnidex.levels(run.id, { reported: true }); // with the scores of `reportScores`
   */
  async levels(
    runId: string,
    { denominators = "STRICT", partial = false, reported = false, ...request }: options.LevelsOptions = {},
  ): Promise<types.CapabilityLevels | null> {
    const { run } = await send(
      (await scoringDocuments()).LevelsDocument,
      { run: runId, denominators, partial, reported },
      request,
    );
    return found("run", run, runId).levels;
  },

  /**
   * The scores of AVI-Bench's whole tasks. Empty for a run of another benchmark: use `breakdown` by task there.
   *
   * @throws OmnidexNotFoundError if there is no such run.
   * @example
   * for (const { task, value } of await omnidex.taskScores(run.id)) console.log(task.slug, value);
   */
  async taskScores(runId: string, request: RequestOptions = {}): Promise<readonly types.TaskScore[]> {
    return found("run", (await send((await scoringDocuments()).TaskScoresDocument, { run: runId }, request)).run, runId)
      .taskScores;
  },

  /**
   * The share of a benchmark's groups of questions with every question right; null for a benchmark without groups, until
   * the run is scored, and if answers are hidden.
   *
   * @throws OmnidexNotFoundError if there is no such run.
   * @example
   * const groups = await omnidex.groupScores(run.id);
   * if (groups !== null) console.log(groups.right, "of", groups.groups);
   */
  async groupScores(runId: string, request: RequestOptions = {}): Promise<types.GroupScores | null> {
    return found(
      "run",
      (await send((await scoringDocuments()).GroupScoresDocument, { run: runId }, request)).run,
      runId,
    ).groupScores;
  },

  /**
   * Additional caption metrics of a run: ROUGE_L, from 0 to 1, and CIDER, from 0 to 10.
   *
   * @throws OmnidexNotFoundError if there is no such run.
   * @example
   * for (const { name, value } of await omnidex.captionMetrics(run.id)) console.log(name, value);
   */
  async captionMetrics(runId: string, request: RequestOptions = {}): Promise<readonly types.NamedMetric[]> {
    return found(
      "run",
      (await send((await scoringDocuments()).CaptionMetricsDocument, { run: runId }, request)).run,
      runId,
    ).captionMetrics;
  },

  /**
   * Notes on how a run was scored, as sentences.
   *
   * @throws OmnidexNotFoundError if there is no such run.
   * @example
   * for (const note of await omnidex.scoringNotes(run.id)) console.log(note);
   */
  async scoringNotes(runId: string, request: RequestOptions = {}): Promise<readonly string[]> {
    return found(
      "run",
      (await send((await scoringDocuments()).ScoringNotesDocument, { run: runId }, request)).run,
      runId,
    ).scoringNotes;
  },

  /**
   * All scorings of a run, oldest first, each with the questions whose verdict it changed.
   *
   * @throws OmnidexNotFoundError if there is no such run.
   * @example
   * const latest = (await omnidex.scorings(run.id)).at(-1);
   */
  async scorings(
    runId: string,
    { changes, ...request }: options.ScoringsOptions = {},
  ): Promise<readonly types.ScoringOfRun[]> {
    return found(
      "run",
      (await send((await scoringDocuments()).ScoringsDocument, { run: runId, changes }, request)).run,
      runId,
    ).scorings;
  },

  /**
   * A run as another extractor reads it; null until the run is scored.
   *
   * @param extractor one of `extractors`
   * @throws OmnidexNotFoundError if there is no such run.
   * @example
   * const audit = await omnidex.audit(run.id, "lmms-eval-worldsense", { disagreements: 100 });
   */
  async audit(
    runId: string,
    extractor: string,
    { filter, disagreements, ...request }: options.AuditOptions = {},
  ): Promise<types.RunAudit | null> {
    const variables = { run: runId, extractor, filter, disagreements };
    return found("run", (await send((await scoringDocuments()).AuditDocument, variables, request)).run, runId).audit;
  },

  /**
   * The extractors, which read an answer out of a response: Omnidex's own first, then those of official scripts and
   * harnesses.
   *
   * @example
   * const names = (await omnidex.extractors()).map((extractor) => extractor.name);
   */
  async extractors(request: RequestOptions = {}): Promise<readonly types.Extractor[]> {
    return (await send((await scoringDocuments()).ExtractorsDocument, {}, request)).extractors;
  },

  /**
   * The error types that the papers define, with the labels under which predictions have them.
   *
   * @param benchmark a slug; all benchmarks by default
   * @example
   * const slugs = (await omnidex.errorTypes("mmworld")).map(({ slug }) => slug);
   */
  async errorTypes(benchmark?: string, request: RequestOptions = {}): Promise<readonly types.ErrorType[]> {
    return (await send((await scoringDocuments()).ErrorTypesDocument, { benchmark }, request)).errorTypes;
  },

  /**
   * How many predictions of a run have each error type, the commonest first; null if the run is not visible, or if answers
   * are hidden.
   *
   * @example
   * const types = await omnidex.runErrorTypes("run_3", { filter: { levels: ["REASONING"] } });
   */
  async runErrorTypes(
    run: string,
    { filter, ...request }: { readonly filter?: types.QuestionFilter } & RequestOptions = {},
  ): Promise<readonly types.ErrorTypeCount[] | null> {
    return (
      (await send((await scoringDocuments()).RunErrorTypesDocument, { run, filter }, request)).run?.errorTypes ?? null
    );
  },

  /**
   * Stores the error types of a run's predictions, as its owner or as a maintainer of its benchmark. They take the place of
   * those that the listed predictions have.
   *
   * @returns how many predictions of the run have an error type then
   * @throws OmnidexBadUserInputError for an unknown question, a question without a prediction, or another error type than the
   *   benchmark's paper defines; OmnidexForbiddenError for the run of another owner
   * @example
   * await omnidex.labelErrors("run_3", [{ question: "video_1/0", errorTypes: ["reasoning"] }]);
   */
  async labelErrors(
    run: string,
    labels: readonly types.ErrorLabelInput[],
    request: RequestOptions = {},
  ): Promise<number> {
    const { LabelErrorsDocument } = await scoringDocuments();
    return (await send(LabelErrorsDocument, { input: { run, labels } }, request)).labelErrors.labelled;
  },

  /**
   * Stores scores of a run's captions that were computed elsewhere, as its owner or as a maintainer of its benchmark. They take
   * the place of those that the listed predictions have, and are shown as reported: no leaderboard ranks them.
   *
   * @param scores from -1 to 1 for each question; null removes the stored score. `source` says how they were computed
   * @returns how many predictions of the run have a reported score then
   * @throws OmnidexBadUserInputError for an unknown question, one that asks for no caption or has no response, or a value outside
   *   of -1 to 1; OmnidexForbiddenError for the run of another owner
   * @example
   * const scores = [{ question: "video_1/0", value: 0.41 }];
   * await omnidex.reportScores("run_3", { metric: "FENSE", source: "fense 0.2", scores });
   */
  async reportScores(
    run: string,
    reported: Omit<types.ReportScoresInput, "run">,
    request: RequestOptions = {},
  ): Promise<number> {
    const { ReportScoresDocument } = await scoringDocuments();
    return (await send(ReportScoresDocument, { input: { run, ...reported } }, request)).reportScores.reported;
  },
});
