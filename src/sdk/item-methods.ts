import { Paged } from "./pagination.ts";
import type * as options from "./sdk-options.ts";
import { found, type Send } from "./send.ts";
import type { RequestOptions } from "./transport-options.ts";
import type * as types from "./types.ts";

/** The documents of statistics, loaded on first use. */
const documents = () => import("./generated/item-operations.ts");

/** Statistics of questions, computed from the answers of many runs. */
export const itemMethods = (send: Send) => ({
  /**
   * The statistics of a benchmark's questions. Each page also has the `evidence`, and the figures that are `withheld`
   * because there are too few runs. Throws `OmnidexForbiddenError` if answers are hidden from you.
   *
   * @example
   * const items = omnidex.itemAnalysis("worldsense", { orderBy: { field: "DISCRIMINATION", direction: "ASC" } });
   * for await (const { question, share, discrimination } of items.take(10)) console.log(question.key, share, discrimination);
   */
  itemAnalysis(
    benchmark: string,
    { filter, runs, orderBy, withModel = false, ...list }: options.ItemAnalysisOptions = {},
  ): Paged<types.Item, types.ItemPage> {
    return new Paged<types.Item, types.ItemPage>(async (page, request) => {
      const variables = { benchmark, filter, runs, orderBy, withModel, ...page };
      return (await send((await documents()).ItemAnalysisDocument, variables, request)).itemAnalysis;
    }, list);
  },

  /**
   * Questions that represent all questions of a benchmark or of a slice. The server tries several selection methods,
   * and uses the one that estimated the scores of left-out model families best. With many runs this takes up to minutes:
   * the server answers how far it is, and the client asks again until the subset is chosen. Throws
   * `OmnidexForbiddenError` if answers are hidden from you.
   *
   * @example
   * const { subset } = await omnidex.representativeSubset("worldsense", { size: 100 });
   * console.log(subset?.keys, subset?.errors[0]?.leaveFamilyOut.mean);
   */
  async representativeSubset(
    benchmark: string,
    { filter, size, runs, seed = 1, ...request }: options.SubsetOptions,
  ): Promise<types.SubsetChoice> {
    const { SubsetDocument } = await documents();
    return (await send(SubsetDocument, { benchmark, filter, size, runs, seed }, request)).representativeSubset;
  },

  /**
   * Chooses a representative subset by the results of the public runs, and stores it. A run over exactly its questions
   * then has an estimate of the full score. Storing it again changes nothing.
   *
   * @throws OmnidexConflictError if there are too few runs.
   * @example
   * const { id, keys } = await omnidex.storeSubset({ benchmark: "worldsense", size: 100 });
   */
  async storeSubset(input: types.StoreSubsetInput, request: RequestOptions = {}): Promise<types.RepresentativeSubset> {
    return (await send((await documents()).StoreSubsetDocument, { input }, request)).storeSubset.subset;
  },

  /**
   * A stored subset; null if no subset has this id.
   *
   * @example
   * const subset = await omnidex.storedSubset("subset_3");
   */
  async storedSubset(id: string, request: RequestOptions = {}): Promise<types.RepresentativeSubset | null> {
    return (await send((await documents()).StoredSubsetDocument, { id }, request)).storedSubset;
  },

  /**
   * The estimate of a run's full score; null unless the run has predictions for exactly the questions of a stored subset.
   *
   * @throws OmnidexNotFoundError if there is no such run.
   * @example
   * const estimate = await omnidex.estimate(run.id);
   */
  async estimate(runId: string, request: RequestOptions = {}): Promise<types.ScoreEstimate | null> {
    const { RunEstimateDocument } = await documents();
    return found("run", (await send(RunEstimateDocument, { run: runId }, request)).run, runId).estimate;
  },

  /**
   * The questions that would tell the most about a run's ability, the most informative first, for an evaluation in
   * rounds.
   *
   * @throws OmnidexNotFoundError if there is no such run.
   * @throws OmnidexConflictError if the run is not scored.
   * @example
   * const { questions } = await omnidex.nextQuestions(run.id, 20);
   */
  async nextQuestions(
    run: string,
    count = 10,
    { filter, runs, ...request }: options.NextQuestionsOptions = {},
  ): Promise<types.NextQuestions> {
    const { NextQuestionsDocument } = await documents();
    return (await send(NextQuestionsDocument, { run, count, filter, runs }, request)).nextQuestions;
  },

  /**
   * The item snapshots of a benchmark, which are stored statistics of its questions, the newest first. Filters refer to
   * them, as in `{ statistics: { snapshot, difficulty: { lt: 0.95 } } }`.
   *
   * @example
   * const [newest] = await omnidex.itemSnapshots("worldsense");
   */
  async itemSnapshots(benchmark: string, request: RequestOptions = {}): Promise<types.ItemSnapshot[]> {
    return [...(await send((await documents()).ItemSnapshotsDocument, { benchmark }, request)).itemSnapshots];
  },

  /**
   * Stores the statistics that the questions of a benchmark have now. Requires the key of an administrator or of one of
   * the benchmark's maintainers. If nothing has changed since an earlier snapshot, returns the earlier one.
   *
   * @throws OmnidexConflictError if there are too few runs, or the answers are hidden.
   * @example
   * const { id } = await omnidex.takeItemSnapshot({ benchmark: "worldsense", note: "before the 2027 challenge" });
   */
  async takeItemSnapshot(
    input: types.TakeItemSnapshotInput,
    request: RequestOptions = {},
  ): Promise<types.ItemSnapshot> {
    const { TakeItemSnapshotDocument } = await documents();
    return (await send(TakeItemSnapshotDocument, { input }, request)).takeItemSnapshot.snapshot;
  },

  /**
   * The questions whose answer keys are probably wrong, the strongest evidence first. Throws `OmnidexForbiddenError` if
   * answers are hidden from you.
   *
   * @example
   * for await (const { question, key, proposed, evidence } of omnidex.keySuspects("worldsense").take(20))
   *   console.log(question.key, key, proposed, evidence);
   */
  keySuspects(
    benchmark: string,
    { filter, runs, reviewed = false, rankChanges = 10, ...list }: options.KeySuspectsOptions = {},
  ): Paged<types.KeySuspect, types.KeySuspectPage> {
    return new Paged<types.KeySuspect, types.KeySuspectPage>(async (page, request) => {
      const variables = { benchmark, filter, runs, reviewed, rankChanges, ...page };
      return (await send((await documents()).KeySuspectsDocument, variables, request)).keySuspects;
    }, list);
  },

  /**
   * The reviews of a question's answer key, oldest first. Empty if answers are hidden from you; null if there is no
   * such question.
   */
  async keyReviews(
    benchmark: string,
    question: string,
    request: RequestOptions = {},
  ): Promise<readonly types.KeyReview[] | null> {
    const answered = await send((await documents()).KeyReviewsDocument, { benchmark, question }, request);
    return answered.question?.keyReviews ?? null;
  },

  /**
   * Stores your decision about the answer key of a question. The verdict CONFIRMED also corrects the answer key and
   * rescores all runs. Requires the key of an administrator or of one of the benchmark's maintainers.
   *
   * @example
   * await omnidex.reviewKey({
   *   benchmark: "worldsense", question: "UYkFSXsh/task0", verdict: "AMBIGUOUS", reason: "A and C can be defended.",
   * });
   */
  async reviewKey(input: types.ReviewKeyInput, request: RequestOptions = {}): Promise<types.ReviewedKey> {
    return (await send((await documents()).ReviewKeyDocument, { input }, request)).reviewKey;
  },

  /**
   * The problems of the questions of a benchmark: wrong answer keys, questions that measure nothing, duplicates,
   * questions that models answer without video or audio. `findings` is a page; `after: findings.pageInfo.endCursor`
   * gives the next one. Throws `OmnidexForbiddenError` if answers are hidden from you.
   *
   * @example
   * const { problems, findings } = await omnidex.benchmarkHealth("worldsense", { problem: "SUSPECTED_KEY" });
   * for (const { question, figure } of findings.nodes) console.log(question.key, figure);
   */
  async benchmarkHealth(
    benchmark: string,
    { runs, problem, first = 1_000, after, ...request }: options.BenchmarkHealthOptions = {},
  ): Promise<types.HealthReport> {
    const variables = { benchmark, runs, problem, first, after };
    return (await send((await documents()).BenchmarkHealthDocument, variables, request)).benchmarkHealth;
  },

  /**
   * How many questions and videos are needed to distinguish two models whose scores differ by `difference`: 0.02 is two
   * points. Throws `OmnidexForbiddenError` if answers are hidden from you.
   *
   * @example
   * const { questions, videos } = await omnidex.comparisonPlan("worldsense", { difference: 0.02 });
   */
  async comparisonPlan(
    benchmark: string,
    { filter, difference, power = 0.8, level = 0.05, runs, ...request }: options.ComparisonPlanOptions,
  ): Promise<types.ComparisonPlan> {
    const variables = { benchmark, filter, difference, power, level, runs };
    return (await send((await documents()).ComparisonPlanDocument, variables, request)).comparisonPlan;
  },

  /**
   * The ability θ of a run over its release, with its standard error. Null if the run has no score, if there are too few
   * runs, or if answers are hidden from you.
   *
   * @throws OmnidexNotFoundError if there is no such run.
   * @example
   * const ability = await omnidex.ability("run_17");
   * if (ability !== null) console.log(ability.value, ability.standardError);
   */
  async ability(run: string, { runs, ...request }: options.AbilityOptions = {}): Promise<types.Ability | null> {
    return found("run", (await send((await documents()).RunAbilityDocument, { run, runs }, request)).run, run).ability;
  },
});
